package report

import "github.com/evctl/evctl"

// Version is the version of the report's JSON shape. It rises when a field
// changes its meaning or goes away, not when one is added.
const Version = 1

// A Report is the outcome of one run. report.schema.json describes its JSON form.
type Report struct {
	Version  int             `json:"version"`
	Tool     string          `json:"tool"` // evctl and its version
	Against  Against         `json:"against"`
	Families []Family        `json:"families"`
	Findings []evctl.Finding `json:"findings"` // sorted; those that are waived stay in the list
	Summary  Summary         `json:"summary"`
	Question string          `json:"question,omitempty"` // that the run answers with yes or no
	Answer   string          `json:"answer,omitempty"`   // yes, no
	Notes    []string        `json:"notes,omitempty"`    // what a reader must know of the run: "fork: compared with git only"
}

// Against says what the run compared with.
type Against struct {
	Kind      string `json:"kind"`                // git, registry, directory, file, none
	Name      string `json:"name,omitempty"`      // the ref, the registry's name or the path
	Commit    string `json:"commit,omitempty"`    // the base's full object name
	MergeBase string `json:"mergeBase,omitempty"` // since which commit something counts as changed
	Registry  string `json:"registry,omitempty"`  // the remote registry that was asked beside git
	Mode      string `json:"mode,omitempty"`      // the mode in force where none is set for the subject
	Policy    string `json:"policy,omitempty"`    // lenient or strict
}

// A State tells how far a family got. Only LookedAt and Cached can be a pass.
type State string

// The states.
const (
	LookedAt      State = "looked-at"
	Cached        State = "cached"         // earlier runs have answered all that was asked
	NotLookedAt   State = "not-looked-at"  // nothing of it changed, or it was skipped
	NotConfigured State = "not-configured" // it has no input
)

// A Family is what one family of rules did in the run.
type Family struct {
	Name   string         `json:"name"`
	State  State          `json:"state"`
	Note   string         `json:"note,omitempty"` // why it was not looked at, or what was left out
	Counts map[string]int `json:"counts"`         // what was looked at, by its plural: schemas, versions, events, …
	// Hidden counts the findings that --new left out.
	Hidden int `json:"hidden,omitempty"`
}

// New returns the report of a run: findings sorted and counted.
func New(tool string, against Against, families []Family, findings []evctl.Finding) Report {
	r := Report{Version: Version, Tool: tool, Against: against, Families: families, Findings: findings}
	evctl.SortFindings(r.Findings)
	r.Summarize()
	return r
}
