package search

import "github.com/evctl/evctl/compat/jsonschema/logic"

// doubtIn finds the atom that keeps a literal from being evaluated.
func (s *Search) doubtIn(l logic.Lit) Doubt {
	d, _ := s.doubtBelow(l, map[int32]bool{})
	return d
}

func (s *Search) doubtBelow(l logic.Lit, seen map[int32]bool) (Doubt, bool) {
	if seen[l.Node()] {
		return Doubt{Kind: Unproven}, false
	}
	seen[l.Node()] = true
	n := s.table.Node(l)
	switch n.Kind {
	case logic.Opaque:
		return Doubt{Kind: Reference, Atom: l}, true
	case logic.Format:
		return Doubt{Kind: Format, Atom: l}, true
	case logic.Matches:
		if n.Pattern.Compiled == nil {
			return Doubt{Kind: Pattern, Atom: l}, true
		}
	case logic.Every, logic.MinProps, logic.MaxProps, logic.Names:
		for _, p := range n.Region.Patterns {
			if p.Compiled == nil {
				return Doubt{Kind: Pattern, Atom: l}, true
			}
		}
	}
	for _, arg := range n.Args {
		if d, ok := s.doubtBelow(arg, seen); ok {
			return d, true
		}
	}
	return Doubt{Kind: Unproven}, false
}
