package ci

import "github.com/evctl/evctl/ci/report"

// Families returns the names of all families of rules, in the order of reports.
func Families() []string {
	return []string{"parse", "schema", "compat", "envelope", "lint", "rfc", "registry", "contract", "exception"}
}

// ledger is what became of each family in a run.
type ledger map[string]*report.Family

// newLedger starts with what is known before anything is looked at.
func newLedger(s selection) ledger {
	l := ledger{}
	for _, name := range Families() {
		f := &report.Family{Name: name, State: report.NotLookedAt, Counts: map[string]int{}}
		if !s.family(name) {
			f.Note = "left out by --only or --skip"
		}
		l[name] = f
	}
	return l
}

// saw notes that a family was looked at, and how much of it.
func (l ledger) saw(name string, what string, n int) {
	f := l[name]
	f.State, f.Note = report.LookedAt, ""
	f.Counts[what] += n
}

// skipped notes why a family was not looked at.
func (l ledger) skipped(name string, state report.State, why string) {
	l[name].State, l[name].Note = state, why
}

func (l ledger) list() []report.Family {
	var out []report.Family
	for _, name := range Families() {
		out = append(out, *l[name])
	}
	return out
}
