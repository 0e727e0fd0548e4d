package report

import (
	"slices"

	"github.com/evctl/evctl"
)

// faults joins sorted findings into what one fix or one exception deals with:
// those with one fingerprint at one place that differ in direction, which is
// how a change that breaks old readers and the new one is found.
func faults(findings []evctl.Finding) [][]evctl.Finding {
	var out [][]evctl.Finding
	for _, f := range findings {
		if last := len(out) - 1; last >= 0 && joins(out[last], f) {
			out[last] = append(out[last], f)
			continue
		}
		out = append(out, []evctl.Finding{f})
	}
	return out
}

func joins(fault []evctl.Finding, f evctl.Finding) bool {
	first := fault[0]
	return f.Direction != "" && first.Direction != "" && f.Position == first.Position &&
		f.Severity == first.Severity && f.Waived() == first.Waived() && f.ID() == first.ID() &&
		!slices.ContainsFunc(fault, func(other evctl.Finding) bool { return other.Direction == f.Direction })
}

// Hide counts findings that --new leaves out, for each family and in all. The
// report must not hold them.
func (r *Report) Hide(findings []evctl.Finding) {
	evctl.SortFindings(findings)
	for _, fault := range faults(findings) {
		r.Summary.Hidden++
		for i := range r.Families {
			if r.Families[i].Name == family(fault[0]) {
				r.Families[i].Hidden++
			}
		}
	}
}
