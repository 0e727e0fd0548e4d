package lenient

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/pattern"
)

// A set is some of a location's patterns that a name matches, and the others.
type set struct{ in, out []*logic.Pattern }

// Bounds on the sets of patterns that names are told apart by.
const (
	maxSets  = 64    // each is a class of names
	setSteps = 5_000 // to find a name that matches a set
)

// sets lists the sets of patterns that a name can match: of n patterns that
// exclude each other these are n+1, of n that do not 2ⁿ. The second result is
// false if there are too many.
func (l *Lens) sets(patterns []*logic.Pattern) ([]set, bool) {
	list := []set{{}}
	for _, p := range patterns {
		for i, s := range list {
			list[i].out = append(slices.Clip(s.out), p)
			if in := append(slices.Clip(s.in), p); l.meet(in).any {
				list = append(list, set{in, s.out})
			}
		}
		if len(list) > maxSets {
			return nil, false
		}
	}
	return list, true
}

// A meeting is whether a name may match some patterns at once, and one that
// does, if it is known.
type meeting struct {
	any  bool
	name string
}

// meet looks for a name that matches all the patterns. Patterns that are not
// anchored match what others do with their own names added, which takes no
// search.
func (l *Lens) meet(patterns []*logic.Pattern) meeting {
	key := otherStep(patterns).matched
	m, ok := l.together[key]
	if !ok {
		if n := len(patterns); n > 1 {
			rest, last := l.meet(patterns[:n-1]).name, l.meet(patterns[n-1:]).name
			m = l.joined(patterns, rest, last, rest+last, last+rest)
		}
		if !m.any {
			m = l.shortest(patterns)
		}
		l.together[key] = m
	}
	return m
}

func (l *Lens) joined(patterns []*logic.Pattern, names ...string) meeting {
	for _, name := range names {
		l.spend(len(patterns))
		if !slices.ContainsFunc(patterns, func(p *logic.Pattern) bool { return p.Matches(name) == logic.No }) {
			return meeting{true, name}
		}
	}
	return meeting{}
}

func (l *Lens) shortest(patterns []*logic.Pattern) meeting {
	steps := setSteps
	q := pattern.Query{MaxLen: -1, Steps: &steps, Ended: func() bool { return l.ctx.Err() != nil }}
	for _, p := range patterns {
		if p.Compiled != nil {
			q.All = append(q.All, p.Compiled)
		}
	}
	name, answer := pattern.Shortest(q)
	l.spend(setSteps - steps)
	return meeting{answer != pattern.Empty, name}
}
