package logic

import "slices"

// Verbatim returns a graph whose literals say the same word for word: nothing
// that sub-schemas mention is simplified away. They serve to look up names, not
// to judge values. Where resolving has simplified nothing away so far, it is
// the same graph.
func (g *Graph) Verbatim() *Graph {
	if !g.lossy {
		return g
	}
	words := &Graph{table: g.table, vertices: slices.Clone(g.vertices), nodes: g.nodes, verbatim: true}
	for i := range words.vertices {
		v := &words.vertices[i]
		v.resolved, v.lit = v.given, v.words
	}
	return words
}

// Keep returns the node with its arguments, word for word: contradictions and
// alternatives that are no choice stay. Exactly one of several counts as one
// of several: both mention the same.
func (t *Table) Keep(n Node, args []Lit) Lit {
	switch n.Kind {
	case And:
		return t.All(args...)
	case OneOf:
		return t.Any(args...)
	case AtLeast, AtMost:
		if args[0] != True {
			n.Args = args
			return t.intern(n)
		}
	}
	return t.Make(n, args)
}

// Any states word for word that at least one of the literals holds.
func (t *Table) Any(args ...Lit) Lit {
	negated := make([]Lit, len(args))
	for i, arg := range args {
		negated[i] = arg.Not()
	}
	return t.All(negated...).Not()
}

// All states word for word that all literals hold.
func (t *Table) All(args ...Lit) Lit {
	flat := make([]Lit, 0, len(args))
	for _, arg := range args {
		if n := t.Node(arg); n.Kind == And && !arg.Negative() && len(n.Args) <= maxFlat {
			flat = append(flat, n.Args...)
		} else if arg != True {
			flat = append(flat, arg)
		}
	}
	t.Sort(flat)
	flat = slices.Compact(flat)
	switch len(flat) {
	case 0:
		return True
	case 1:
		return flat[0]
	}
	return t.intern(Node{Kind: And, Args: flat})
}
