// Package report is the one shape in which check, lint, validate and compat
// tell what they found, and the formats it is printed in.
//
// A [Report] is a value: fill it, call [Report.Summarize], hand it to a writer.
// The package judges nothing and reads no file.
package report

import "github.com/evctl/evctl"

// Version is the version of the report's JSON shape.
const Version = 1

// A Report is the outcome of one run.
type Report struct {
	Version  int             `json:"version"`
	Tool     string          `json:"tool"` // evctl and its version
	Against  Against         `json:"against"`
	Families []Family        `json:"families"`
	Findings []evctl.Finding `json:"findings"`
	Summary  Summary         `json:"summary"`
}

// Against says what the run compared with.
type Against struct {
	Kind   string `json:"kind"`             // git, registry, directory, file, none
	Name   string `json:"name,omitempty"`   // the ref, the registry's name or the path
	Commit string `json:"commit,omitempty"` // the base's full object name
	Mode   string `json:"mode,omitempty"`   // the mode in force where none is set for the subject
}

// A State tells how far a family got. Only LookedAt and Cached can be a pass.
type State string

// The states.
const (
	LookedAt      State = "looked-at"
	Cached        State = "cached"
	NotLookedAt   State = "not-looked-at"
	NotConfigured State = "not-configured"
)

// A Family is what one family of rules did in the run.
type Family struct {
	Name   string         `json:"name"`
	State  State          `json:"state"`
	Note   string         `json:"note,omitempty"` // why it was not looked at, or what was left out
	Counts map[string]int `json:"counts"`         // what was looked at: schemas, versions, events, …
}

// A Summary counts findings. Those that an exception or the baseline covers
// are counted as such and not by severity.
type Summary struct {
	Error    int `json:"error"`
	Warning  int `json:"warning"`
	Info     int `json:"info"`
	Excepted int `json:"excepted"`
	Known    int `json:"known"`  // in the baseline
	Hidden   int `json:"hidden"` // left out by --new
}

// Summarize recounts the summary from the findings; Hidden stays.
func (r *Report) Summarize() {
	s := Summary{Hidden: r.Summary.Hidden}
	for _, f := range r.Findings {
		switch {
		case f.Exception != nil && f.Exception.Waives:
			s.Excepted++
		case f.Baseline != nil:
			s.Known++
		case f.Severity == evctl.Error:
			s.Error++
		case f.Severity == evctl.Warning:
			s.Warning++
		case f.Severity == evctl.Info:
			s.Info++
		}
	}
	r.Summary = s
}
