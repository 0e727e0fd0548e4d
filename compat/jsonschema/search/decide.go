package search

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// decide finds a value for the facts, or proves that the roots and decisions
// in the core allow none.
func (f *frame) decide(level int) outcome {
	if !f.spend(1) {
		return f.exhausted()
	}
	if core, ok := f.propagate(); !ok {
		return empty(core)
	}
	if f.ended != nil {
		return f.exhausted()
	}
	if x, ok := f.smallestEnum(); ok {
		return f.finite(x)
	}
	if !f.types.Single() {
		return f.splitTypes(level)
	}
	out := f.leaf()
	if out.status == Empty {
		return out
	}
	if out.status == Found {
		switch judged := f.judge(out.value); judged.status {
		case Found:
			return judged
		case Unknown:
			out = f.hopeless(judged)
		default:
			if core, excluded, ok := f.exclude(out.value); !ok {
				return empty(core)
			} else if excluded {
				return f.decide(level)
			}
		}
	}
	c := f.pick()
	switch {
	case c != nil:
		f.choices = append(f.choices, c.of)
		defer func() { f.choices = f.choices[:len(f.choices)-1] }()
		if c.rule == notOne && !f.oneHolds(c) {
			return f.branchBoth(c, level)
		}
		return f.branch(c, level)
	case out.status == Found:
		return doubtful(f.unconfirmed(out.value))
	}
	return out
}

// judge evaluates the roots on a value: Found if all hold, whatever stands
// behind references that lead nowhere, Empty if one does not, Unknown with the
// atom in doubt otherwise.
func (f *frame) judge(v *value.Value) outcome {
	result := found(v)
	for _, l := range f.roots {
		switch f.eval(l, v) {
		case logic.No:
			return empty(deps{})
		case logic.Unknown:
			result = doubtful(f.doubtIn(l))
		}
	}
	if result.status == Unknown && result.doubt.Kind == Reference {
		certain, steps := f.table.Certain(f.roots, v)
		if f.work += steps; certain {
			return found(v)
		}
	}
	return result
}

// hopeless sharpens the core of a value that could not be confirmed: under a
// fact that nobody can judge no value can.
func (f *frame) hopeless(out outcome) outcome {
	for _, x := range f.facts {
		switch n := f.table.Node(x.lit); {
		case n.Kind == logic.Opaque:
			return outcome{status: Unknown, doubt: f.doubtIn(x.lit), core: x.why}
		case n.Kind == logic.Matches && n.Pattern.Compiled == nil:
			return outcome{status: Unknown, doubt: f.doubtIn(x.lit), core: x.why.or(f.whyNot(logic.All &^ f.types))}
		}
	}
	return out
}

func (f *frame) smallestEnum() (fact, bool) {
	best, size := fact{}, 0
	for _, x := range f.facts {
		if n := f.table.Node(x.lit); n.Kind == logic.Enum && !x.lit.Negative() && (size == 0 || len(n.Values) < size) {
			best, size = x, len(n.Values)
		}
	}
	return best, size > 0
}

// finite tries the values of an enumeration on the roots: nothing else can
// satisfy them.
func (f *frame) finite(enum fact) outcome {
	t := tally{core: enum.why}
	for _, v := range f.table.Node(enum.lit).Values {
		refuted, unsure := -1, -1
		for i, l := range f.roots {
			truth := f.eval(l, v)
			if truth == logic.No && (refuted < 0 || t.core.has(i)) {
				refuted = i
			}
			if truth == logic.Unknown {
				unsure = i
			}
		}
		switch {
		case refuted >= 0:
			t.add(empty(dep(refuted)))
		case unsure >= 0:
			t.add(outcome{status: Unknown, doubt: f.doubtIn(f.roots[unsure]), core: dep(unsure)})
		default:
			return found(v)
		}
	}
	return t.outcome()
}

// splitTypes decides for each type that is left. Scalars come first: they make
// small values.
func (f *frame) splitTypes(level int) outcome {
	t := tally{core: f.whyNot(logic.All &^ f.types)}
	own := f.decision(level)
	for of := range f.types.Each {
		m := f.mark()
		f.restrict(of, dep(own)) // cannot fail: the type is left
		out := f.decide(level + 1)
		f.undo(m)
		if f.settles(out, own) {
			return out
		}
		out.core = out.core.without(own)
		t.add(out)
	}
	return t.outcome()
}

// settles reports whether the outcome of one alternative is that of all: it
// found a value, or rests on something else than having chosen it.
func (f *frame) settles(out outcome, own int) bool {
	return out.status == Found || f.ended != nil || !out.core.has(own)
}

// pick returns the open clause with the fewest open literals. OneOf and its
// negation come early: each of their literals settles many others, and a branch
// of one side refutes its twin of the other side before the branches' own
// choices multiply.
func (f *frame) pick() *clause {
	var best *clause
	fewest := 0
	for i := range f.clauses {
		c := &f.clauses[i]
		if c.satisfied != 0 {
			continue
		}
		open, holds := 0, 0
		for j := range c.lits {
			switch truth, _ := f.value(c.lit(j), 0); truth {
			case logic.Unknown:
				open++
			case logic.Yes:
				holds++
			}
		}
		switch {
		case c.rule == notOne && holds > 0: // another must
			open = min(open, 1)
		case c.rule != some:
			open = min(open, 2)
		}
		if open > 0 && (best == nil || open < fewest) {
			best, fewest = c, open
		}
	}
	return best
}

// oneHolds reports whether a literal of a negated OneOf is known to hold.
func (f *frame) oneHolds(c *clause) bool {
	for i := range c.lits {
		if truth, _ := f.value(c.lit(i), 0); truth == logic.Yes {
			return true
		}
	}
	return false
}

// branch tries the open literals of a clause, cheap ones first. A proof that
// does not rest on the literal tried ends the search; one that does teaches
// that the literal is false for the rest.
func (f *frame) branch(c *clause, level int) outcome {
	t := tally{core: c.why}
	var open []logic.Lit
	for i := range c.lits {
		truth, why := f.value(c.lit(i), 0)
		if truth == logic.Unknown {
			open = append(open, c.lit(i))
		} else {
			t.core = t.core.or(why)
		}
	}
	slices.SortStableFunc(open, func(a, b logic.Lit) int { return f.cost(a) - f.cost(b) })
	outer := f.mark()
	defer f.undo(outer)
	own := f.decision(level)
	for _, l := range open {
		out := f.try(l, level)
		if f.settles(out, own) {
			return out
		}
		out.core = out.core.without(own)
		t.add(out)
		if out.status == Unknown {
			continue
		}
		if conflict, ok := f.assert(l.Not(), out.core); !ok {
			return empty(conflict)
		}
	}
	return t.outcome()
}

// try decides under one more literal.
func (f *frame) try(l logic.Lit, level int) outcome {
	m := f.mark()
	defer f.undo(m)
	if core, ok := f.assert(l, dep(f.decision(level))); !ok {
		return empty(core)
	}
	return f.decide(level + 1)
}

// branchBoth decides a negated OneOf by one open literal, both ways.
func (f *frame) branchBoth(c *clause, level int) outcome {
	var l logic.Lit
	for i := range c.lits {
		if truth, _ := f.value(c.lit(i), 0); truth == logic.Unknown {
			l = c.lit(i)
			break
		}
	}
	t := tally{}
	own := f.decision(level)
	for _, choice := range []logic.Lit{l, l.Not()} {
		out := f.try(choice, level)
		if f.settles(out, own) {
			return out
		}
		out.core = out.core.without(own)
		t.add(out)
	}
	return t.outcome()
}

// cost ranks literals to branch on: what settles at once comes first, what
// opens new choices last.
func (f *frame) cost(l logic.Lit) int {
	n := f.table.Node(l)
	switch n.Kind {
	case logic.Typed, logic.Enum:
		return 0
	case logic.Required:
		return 2
	case logic.Every:
		if n.Args[0] == logic.False {
			return 3
		}
		if _, ok := n.Region.Single(); ok {
			return 4
		}
		return 5
	case logic.Each, logic.Names, logic.MinProps, logic.MaxProps:
		return 6
	case logic.AtLeast, logic.AtMost, logic.Unique:
		return 7
	case logic.And:
		return 8
	case logic.OneOf:
		return 9
	case logic.Opaque:
		return 10
	}
	return 1
}
