package search

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// A freshName is the search for a member whose name nobody mentions. All such
// names that match the same patterns are alike, so it is the patterns that are
// chosen, values first: a choice is given up as soon as the value of such a
// member, or its name, cannot exist.
type freshName struct {
	*object
	region      *logic.Region // where the name must lie
	why         deps          // why the member exists
	demands     []sourced     // on its value
	nameDemands []sourced
	then        func() outcome
	open        []*logic.Pattern        // the patterns that the region leaves open
	matched     map[*logic.Pattern]bool // the patterns decided so far
}

func (o *object) fresh(region *logic.Region, why deps, demands, nameDemands []sourced, then func() outcome) outcome {
	if !region.Complement && len(region.Patterns) == 0 {
		return empty(o.why.or(why)) // its names are all mentioned
	}
	f := &freshName{object: o, region: region, why: why, demands: demands, nameDemands: nameDemands, then: then, matched: map[*logic.Pattern]bool{}}
	f.assume()
	return f.decide(0)
}

// assume decides the patterns that the region leaves no choice about.
func (f *freshName) assume() {
	var out, in []*logic.Pattern
	switch r := f.region; {
	case r.Complement:
		out, in = r.Patterns, r.Within
	case len(r.Patterns) == 1:
		in = r.Patterns
	}
	for _, p := range f.patterns {
		switch {
		case slices.Contains(in, p):
			f.matched[p] = true
		case slices.Contains(out, p):
			f.matched[p] = false
		default:
			f.open = append(f.open, p)
		}
	}
}

// in judges whether the name lies in a region, as far as patterns are decided.
func (f *freshName) in(r *logic.Region) logic.Truth {
	truth := logic.No
	for _, p := range r.Patterns {
		truth = max(truth, f.matches(p))
	}
	if r.Complement {
		truth = truth.Not()
	}
	for _, p := range r.Within {
		truth = min(truth, f.matches(p))
	}
	return truth
}

func (f *freshName) matches(p *logic.Pattern) logic.Truth {
	matched, decided := f.matched[p]
	if !decided {
		return logic.Unknown
	}
	return logic.TruthOf(matched)
}

// decide chooses from the i-th open pattern on.
func (f *freshName) decide(i int) outcome {
	if !f.spend(1) {
		return f.exhausted()
	}
	core := f.object.why.or(f.why)
	if f.in(f.region) == logic.No {
		return empty(core)
	}
	if out := f.inner(f.valueState()); out.status != Found {
		out.core = out.core.or(core)
		return out
	}
	if i == len(f.open) {
		return f.place()
	}
	p := f.open[i]
	t := tally{core: core}
	for _, matched := range []bool{false, true} {
		f.matched[p] = matched
		if matched && f.moreThanOne() {
			if out := f.name(false); out.status != Found {
				t.add(out)
				continue
			}
		}
		if t.add(f.decide(i + 1)) {
			break
		}
	}
	delete(f.matched, p)
	return t.outcome()
}

func (f *freshName) valueState() []sourced {
	lits := slices.Clone(f.demands)
	for _, x := range f.every {
		n := f.table.Node(x.lit)
		if f.in(n.Region) == logic.Yes {
			lits = append(lits, sourced{n.Args[0], x.why})
		}
	}
	return lits
}

func (f *freshName) moreThanOne() bool {
	n := 0
	for _, matched := range f.matched {
		if matched {
			n++
		}
	}
	return n > 1
}

// name finds a string that matches the patterns chosen; just those, and none of
// the names in use, if all is set.
func (f *freshName) name(all bool) outcome {
	lits := []sourced{{lit: f.table.Type(logic.String)}}
	for _, p := range f.patterns {
		matched, decided := f.matched[p]
		if !decided || !matched && !all {
			continue
		}
		l := f.table.Make(logic.Node{Kind: logic.Matches, Pattern: p}, nil)
		lits = append(lits, sourced{lit: l.With(!matched)})
	}
	lits = append(lits, f.nameDemands...)
	for _, x := range f.names {
		n := f.table.Node(x.lit)
		if f.in(n.Region) == logic.Yes {
			lits = append(lits, sourced{n.Args[0], x.why})
		}
	}
	out := f.inner(lits)
	if all && out.status == Found && f.isTaken(out.value.Text) {
		out = f.inner(append(lits, sourced{lit: f.taken()}))
	}
	out.core = out.core.or(f.object.why).or(f.why)
	return out
}

func (f *freshName) isTaken(name string) bool {
	_, mentioned := slices.BinarySearch(f.mentioned, name)
	return mentioned || f.has(name)
}

// taken states that a string is none of the names in use.
func (f *freshName) taken() logic.Lit {
	var values []*value.Value
	for name := range f.candidates {
		values = append(values, value.String(name))
	}
	return f.table.Enum(values).Not()
}

func (f *freshName) place() outcome {
	out := f.name(true)
	if out.status != Found {
		return out
	}
	return f.with(out.value.Text, f.why, f.demands, f.then)
}
