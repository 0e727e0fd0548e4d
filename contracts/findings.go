package contracts

import (
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/verdict"
)

// Findings returns what needs somebody's attention, sorted: contracts and files
// that cannot be read, clauses that are broken or barely kept, and those that
// could not be judged. A fact that another family reports is left to it, and an
// input that cannot be read is one finding, however many clauses need it.
func (r Result) Findings() []evctl.Finding {
	found := slices.Clone(r.Invalid)
	for _, s := range r.Services {
		found = append(found, s.Faults...)
		for _, v := range s.Verdicts {
			if f, ok := v.Finding(); ok {
				found = append(found, f)
			}
		}
	}
	evctl.SortFindings(found)
	return slices.CompactFunc(found, func(a, b evctl.Finding) bool { // one file of two services
		return a.Rule == b.Rule && a.Position == b.Position && a.Message == b.Message && a.Rule == "contract/file-invalid"
	})
}

// Count returns how many verdicts have an outcome.
func (r Result) Count(o verdict.Outcome) int {
	n := 0
	for _, s := range r.Services {
		for _, v := range s.Verdicts {
			if v.Outcome == o {
				n++
			}
		}
	}
	return n
}

// waive marks the verdicts that an approved exception covers.
func (r Result) waive(o Options) {
	for i := range r.Services {
		for j := range r.Services[i].Verdicts {
			v := &r.Services[i].Verdicts[j]
			f, ok := v.Finding()
			if !ok {
				continue
			}
			v.Waiver = o.Exceptions.Apply([]evctl.Finding{f}, o.Waivers)[0].Exception
			if v.Waiver != nil && v.Waiver.Waives {
				v.Outcome = verdict.Waived
			}
		}
	}
}
