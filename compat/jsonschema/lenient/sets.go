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
			if in := append(slices.Clip(s.in), p); l.meet(in) {
				list = append(list, set{in, s.out})
			}
		}
		if len(list) > maxSets {
			return nil, false
		}
	}
	return list, true
}

// meet reports whether a name may match all the patterns.
func (l *Lens) meet(patterns []*logic.Pattern) bool {
	if len(patterns) == 1 {
		return true
	}
	key := otherStep(patterns).matched
	if known, ok := l.together[key]; ok {
		return known
	}
	steps := setSteps
	q := pattern.Query{MaxLen: -1, Steps: &steps, Ended: func() bool { return l.ctx.Err() != nil }}
	for _, p := range patterns {
		if p.Compiled != nil {
			q.All = append(q.All, p.Compiled)
		}
	}
	_, answer := pattern.Shortest(q)
	l.spend(setSteps - steps)
	l.together[key] = answer != pattern.Empty
	return l.together[key]
}
