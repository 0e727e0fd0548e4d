// Package conformance shows how services stand against the RFC, clause by
// clause: every clause of the standard, also those that no rule looks at, with
// all verdicts and what they rest on.
//
// Build a [Report] with [New] and hand it to a writer; [Lookup] finds one by the
// name a user types. The package judges nothing.
package conformance

import (
	"io"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/rules"
	"github.com/evctl/evctl/contracts/standard"
	"github.com/evctl/evctl/contracts/verdict"
)

// A Report is the standard with what was found of it.
type Report struct {
	Version  int                     `json:"version"` // 1
	Tool     string                  `json:"tool"`
	Services []Service               `json:"services"` // by name
	Clauses  []Clause                `json:"clauses"`  // in the order of the standard
	Faults   []evctl.Finding         `json:"faults"`   // contracts and files that cannot be read
	Counts   map[verdict.Outcome]int `json:"counts"`   // of verdicts
	Ruled    int                     `json:"ruled"`    // clauses that a rule looks at
}

// A Service is whom the verdicts are about.
type Service struct {
	Name     string                  `json:"name"`
	Owner    string                  `json:"owner"`
	Contract string                  `json:"contract"`
	Counts   map[verdict.Outcome]int `json:"counts"`
}

// A Clause is one clause of the standard.
type Clause struct {
	ID       string            `json:"id"`
	Level    string            `json:"level"`
	Source   string            `json:"source"`
	Title    string            `json:"title"`
	Rule     string            `json:"rule,omitempty"`    // empty: there is no rule yet
	Outcome  verdict.Outcome   `json:"outcome,omitempty"` // the worst of all verdicts
	Verdicts []verdict.Verdict `json:"verdicts,omitempty"`
}

// A Style is how a report is to look.
type Style struct {
	Verbose bool // what each verdict rests on, too
	Quiet   bool // only what needs attention
	Missing bool // what to add where a verdict could not be reached
	Path    func(file string) string
}

// New returns the report of a result.
func New(tool string, result contracts.Result) Report {
	r := Report{Version: 1, Tool: tool, Counts: map[verdict.Outcome]int{}, Services: []Service{}, Faults: faults(result)}
	byClause := map[string][]verdict.Verdict{}
	for _, s := range result.Services {
		counts := map[verdict.Outcome]int{}
		for _, v := range s.Verdicts {
			byClause[v.Clause] = append(byClause[v.Clause], v)
			counts[v.Outcome]++
			r.Counts[v.Outcome]++
		}
		r.Services = append(r.Services, Service{s.Name, s.Owner, s.File, counts})
	}
	ids := map[string]string{}
	for _, rule := range rules.All() {
		ids[rule.Aliases[0]] = rule.ID
	}
	for _, c := range standard.Clauses() {
		clause := Clause{ID: c.ID, Level: c.Level, Source: c.Source, Title: c.Title, Rule: ids[c.ID], Verdicts: byClause[c.ID]}
		if clause.Rule != "" {
			r.Ruled++
			clause.Outcome = worst(clause.Verdicts)
		}
		r.Clauses = append(r.Clauses, clause)
	}
	return r
}

func faults(result contracts.Result) []evctl.Finding {
	found := result.Findings()
	return slices.DeleteFunc(found, func(f evctl.Finding) bool { return evctl.Rule{ID: f.Rule}.Family() != "contract" })
}

// worst returns the outcome that a clause as a whole has; not configured if
// nobody was asked.
func worst(verdicts []verdict.Verdict) verdict.Outcome {
	for _, o := range verdict.Outcomes() {
		if slices.ContainsFunc(verdicts, func(v verdict.Verdict) bool { return v.Outcome == o }) {
			return o
		}
	}
	return verdict.NotConfigured
}

// A Writer prints a report in one format.
type Writer func(w io.Writer, r *Report, style Style) error

// Lookup returns the writer of a format that is not one of findings.
func Lookup(name string) (Writer, bool) {
	switch name {
	case "text":
		return Text, true
	case "json":
		return JSON, true
	case "markdown":
		return Markdown, true
	case "html":
		return HTML, true
	case "junit":
		return JUnit, true
	}
	return nil, false
}

// Formats lists the names that Lookup knows.
func Formats() []string { return []string{"text", "json", "markdown", "html", "junit"} }

// needsAttention tells the outcomes that somebody must do something about.
func needsAttention(o verdict.Outcome) bool {
	return slices.Contains([]verdict.Outcome{verdict.Error, verdict.Fail, verdict.Warn, verdict.Inconclusive}, o)
}

// about is what a verdict speaks of.
func about(v verdict.Verdict) string {
	if v.Item == "" {
		return v.Service
	}
	return v.Service + " " + v.Item
}

// said is a verdict's message with what belongs to it.
func said(v verdict.Verdict) string {
	text := v.Message
	if v.Due != "" {
		text += ", an error after " + v.Due
	}
	if v.Views != "" && needsAttention(v.Outcome) {
		text += " (see " + v.Views + ")"
	}
	if v.Waiver != nil {
		text += " (" + v.Waiver.ID + " " + v.Waiver.State + ")"
	}
	return text
}
