package reasons

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/search"
)

// conjuncts appends what a literal states for certain, conjunctions spelt out.
// Statements of the reader that are among them need no search.
func conjuncts(t *logic.Table, list []logic.Lit, l logic.Lit) []logic.Lit {
	list = append(list, l)
	if n := t.Node(l); n.Kind == logic.And && !l.Negative() {
		list = append(list, n.Args...)
	}
	return list
}

// given lists what a literal states for certain, in ascending order.
func given(t *logic.Table, l logic.Lit) []logic.Lit {
	list := conjuncts(t, nil, l)
	slices.Sort(list)
	return list
}

// givenBelow lists, in ascending order, what statements say of the values that
// just the step leads to.
func givenBelow(t *logic.Table, given []logic.Lit, step compile.Step) []logic.Lit {
	var list []logic.Lit
	for _, l := range given {
		n := t.Node(l)
		switch {
		case l.Negative():
		case n.Kind == logic.Every && step.Region != nil && n.Region == step.Region,
			n.Kind == logic.Each && step.Items && n.N <= step.From && step.To <= n.M:
			list = conjuncts(t, list, n.Args[0])
		}
	}
	slices.Sort(list)
	return list
}

// follows reports whether statements leave no member that breaks what l says
// of members, by those alone that speak of the same ones: then no event need be
// looked for.
func (w *walker) follows(given []logic.Lit, l logic.Lit) bool {
	n := w.Table.Node(l)
	switch {
	case n.Kind == logic.And && !l.Negative():
		return !slices.ContainsFunc(n.Args, func(arg logic.Lit) bool { return !w.follows(given, arg) })
	case n.Kind != logic.Every || l.Negative():
		return false
	}
	member := []logic.Lit{n.Args[0].Not()}
	for _, g := range given {
		if m := w.Table.Node(g); m.Kind == logic.Every && !g.Negative() && within(n.Region, m.Region) {
			member = append(member, m.Args[0])
		}
	}
	return w.Search.Find(member...).Status == search.Empty
}

// within reports whether the names in a region certainly lie in another.
func within(part, whole *logic.Region) bool {
	name, single := part.Single()
	if _, other := whole.Single(); !single || other {
		return part == whole
	}
	return whole.Has(name) == logic.Yes
}
