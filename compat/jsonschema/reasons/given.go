package reasons

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
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
