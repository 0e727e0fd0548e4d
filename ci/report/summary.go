package report

import (
	"slices"

	"github.com/evctl/evctl"
)

// A Summary counts findings. Those that an exception or the baseline covers are
// counted as such and not by severity.
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

// Summarize recounts the summary from the findings; Hidden, Strict and Verdict
// are not in them and stay.
func (r *Report) Summarize() {
	s := Summary{Hidden: r.Summary.Hidden, Strict: r.Summary.Strict, Verdict: r.Summary.Verdict}
	for _, f := range r.Findings {
		s.add(f)
	}
	r.Summary = s
}

func (s *Summary) add(f evctl.Finding) {
	if slices.ContainsFunc(f.ByDirection(), func(f evctl.Finding) bool { return f.Witness != nil && f.Witness.Unverified }) {
		s.Unverified++
	}
	switch {
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
	if e := f.Exception; e != nil && e.State == "pending" {
		s.Pending++
	}
}

// Hide counts findings that --new leaves out, for each family and in all. The
// report must not hold them.
func (r *Report) Hide(findings []evctl.Finding) {
	for _, f := range findings {
		r.Summary.Hidden++
		for i := range r.Families {
			if r.Families[i].Name == family(f) {
				r.Families[i].Hidden++
			}
		}
	}
}
