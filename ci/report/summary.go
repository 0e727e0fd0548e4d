package report

import (
	"slices"

	"github.com/evctl/evctl"
)

// A Summary counts faults: findings, where those that differ in direction alone
// are one, since one fix or one exception deals with them. Those that an
// exception or the baseline covers are counted as such and not by severity.
type Summary struct {
	Error    int `json:"error"`
	Warning  int `json:"warning"`
	Info     int `json:"info"`
	Excepted int `json:"excepted"`
	Known    int `json:"known"`  // in the baseline
	Hidden   int `json:"hidden"` // left out by --new
	// Pending counts those of the findings above that an exception would
	// waive if it were approved.
	Pending int `json:"pending"`
	// Unverified counts those with a witness that no independent validator
	// confirmed.
	Unverified int `json:"unverified"`
	// Strict counts changes that pass under the lenient policy and would break
	// a reader that rejects unknown fields. Versions that are published already
	// are no change.
	Strict int `json:"strict"`
	// Verdict answers a single compatibility question; a run over a
	// repository has none.
	Verdict evctl.Verdict `json:"verdict,omitempty"`
}

// Summarize recounts the summary from the findings, which must be sorted; Hidden, Strict and Verdict
// are not in the findings and stay.
func (r *Report) Summarize() {
	s := Summary{Hidden: r.Summary.Hidden, Strict: r.Summary.Strict, Verdict: r.Summary.Verdict}
	for _, fault := range faults(r.Findings) {
		s.add(fault)
	}
	r.Summary = s
}

func (s *Summary) add(fault []evctl.Finding) {
	if slices.ContainsFunc(fault, func(f evctl.Finding) bool { return f.Witness != nil && f.Witness.Unverified }) {
		s.Unverified++
	}
	switch f := fault[0]; {
	case f.Exception != nil && f.Exception.Waives:
		s.Excepted++
		return
	case f.Baseline != nil:
		s.Known++
		return
	case f.Severity == evctl.Error:
		s.Error++
	case f.Severity == evctl.Warning:
		s.Warning++
	case f.Severity == evctl.Info:
		s.Info++
	}
	if e := fault[0].Exception; e != nil && e.State == "pending" {
		s.Pending++
	}
}
