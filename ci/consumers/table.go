package consumers

import (
	"context"
	_ "embed" // the schema

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/compat/impact"
)

// Schema is the JSON Schema of a table.
//
//go:embed consumers.schema.json
var Schema []byte

// Version is the version of the table's JSON form.
const Version = 1

// A Table says who reads a subject, or everything, and what a proposed schema
// does to each.
type Table struct {
	Version  int    `json:"version"`
	Subject  string `json:"subject,omitempty"`  // empty: of all subjects
	Proposed string `json:"proposed,omitempty"` // the file
	Rows     []Row  `json:"consumers"`
	// Findings are about the proposed schema, also those that hit no declared
	// consumer.
	Findings []report.Identified `json:"findings,omitempty"`
}

// A Row is one consumer.
type Row struct {
	Consumer
	ReplayWindow string `json:"replayWindow,omitempty"` // such as 365d, or unknown; empty if it does not replay
	Effect       Effect `json:"effect,omitempty"`       // empty if nothing is proposed
	Findings     int    `json:"hits,omitempty"`         // errors and warnings that hit it
}

// An Effect is what a proposed schema does to a consumer.
type Effect string

// The effects, from best to worst.
const (
	Unharmed Effect = "unharmed"
	Warned   Effect = "warned" // nothing breaks, but something changes its meaning
	Breaks   Effect = "breaks"
)

// NewTable lays out consumers.
func NewTable(subject string, list []Consumer, past *Past) *Table {
	t := &Table{Version: Version, Subject: subject, Rows: []Row{}}
	for _, c := range list {
		row := Row{Consumer: c}
		if c.Replays {
			row.ReplayWindow = "unknown"
			if claim := past.Replay(c); claim.For.Set {
				row.ReplayWindow = claim.For.String()
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Propose adds what a change does to each consumer, given what a Decider found
// about it.
func (t *Table) Propose(ctx context.Context, file string, change evctl.Change, found []evctl.Finding) {
	t.Proposed = file
	var all []Consumer
	for i := range t.Rows {
		row := &t.Rows[i]
		all = append(all, row.Consumer)
		row.Effect = Unharmed
		for _, f := range impact.Judge(ctx, change, found, Readers([]Consumer{row.Consumer})) {
			if len(f.Consumers) == 0 {
				continue
			}
			row.Findings++
			switch {
			case f.Severity == evctl.Error:
				row.Effect = Breaks
			case row.Effect == Unharmed:
				row.Effect = Warned
			}
		}
	}
	for _, f := range impact.Judge(ctx, change, found, Readers(all)) {
		t.Findings = append(t.Findings, report.Identify(f))
	}
}
