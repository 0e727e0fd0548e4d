package search

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// exclude spells out, for an object or array that a negated enumeration
// excludes, that some part of the value must differ. Only values that the
// search came upon are spelt out, one by one.
func (f *frame) exclude(v *value.Value) (core deps, excluded, ok bool) {
	switch {
	case v.Kind == jsondoc.String:
		return f.excludeText(v)
	case v.Kind < jsondoc.Array:
		return deps{}, false, true // leaves heed these themselves
	}
	for _, x := range f.facts {
		n := f.table.Node(x.lit)
		if n.Kind != logic.Enum || !x.lit.Negative() || !among(v, n.Values) {
			continue
		}
		differs := f.spell(v).Not()
		if _, spelt := f.index.get(differs.Node()); spelt {
			break // in which part is still to be chosen
		}
		core, ok := f.assert(differs, x.why.or(f.whyNot(logic.All&^f.types)))
		return core, true, ok
	}
	return deps{}, false, true
}

// maxTried bounds the strings that one state tries on formats.
const maxTried = 16

// excludeText takes a string away that a format refuses, or that is not to have
// the format: only checks, one string at a time, know what has a format.
func (f *frame) excludeText(v *value.Value) (core deps, excluded, ok bool) {
	x, ok := f.formatAgainst(v)
	if !ok || f.tried == maxTried {
		return deps{}, false, true
	}
	f.tried++
	core, ok = f.assert(f.table.Enum([]*value.Value{v}).Not(), x.why.or(f.whyNot(logic.All&^f.types)))
	return core, true, ok
}

// formatAgainst finds the fact about a format that a string contradicts.
func (f *frame) formatAgainst(v *value.Value) (fact, bool) {
	for _, x := range f.facts {
		if f.table.Node(x.lit).Kind == logic.Format && f.eval(x.lit, v) == logic.No {
			return x, true
		}
	}
	return fact{}, false
}

// unconfirmed is the doubt about a value that the facts allow and the roots do
// not.
func (f *frame) unconfirmed(v *value.Value) Doubt {
	if x, ok := f.formatAgainst(v); ok {
		return Doubt{Kind: Format, Atom: x.lit}
	}
	return Doubt{Kind: Unproven}
}

// spell states that an object, or array, is the value.
func (f *frame) spell(v *value.Value) logic.Lit {
	t := f.table
	just := func(v *value.Value) []logic.Lit { return []logic.Lit{t.Enum([]*value.Value{v})} }
	var parts []logic.Lit
	if v.Kind == jsondoc.Array {
		n := len(v.Items)
		parts = append(parts,
			t.Make(logic.Node{Kind: logic.AtLeast, N: n}, []logic.Lit{logic.True}),
			t.Make(logic.Node{Kind: logic.AtMost, N: n}, []logic.Lit{logic.True}))
		for i, item := range v.Items {
			parts = append(parts, t.Make(logic.Node{Kind: logic.Each, N: i, M: i + 1}, just(item)))
		}
		return t.And(parts...)
	}
	parts = append(parts, t.Make(logic.Node{Kind: logic.MaxProps, N: len(v.Members), Region: t.Everything()}, nil))
	for _, m := range v.Members {
		parts = append(parts,
			t.Make(logic.Node{Kind: logic.Required, Text: m.Name}, nil),
			t.Make(logic.Node{Kind: logic.Every, Region: t.Name(m.Name)}, just(m.Value)))
	}
	return t.And(parts...)
}
