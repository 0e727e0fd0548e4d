package search

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// leaf looks for a value of the one type left that satisfies the atoms among
// the facts; open clauses are not looked at.
func (f *frame) leaf() outcome {
	switch f.types {
	case logic.Null:
		return f.oneOf(value.Null())
	case logic.Boolean:
		return f.oneOf(value.Bool(false), value.Bool(true))
	case logic.Integer, logic.Fraction:
		return f.number()
	case logic.String:
		return f.text()
	case logic.Array:
		return newArray(f).solve()
	}
	return newObject(f).solve()
}

// oneOf tries all values that a type has.
func (f *frame) oneOf(values ...*value.Value) outcome {
	core := f.whyNot(logic.All &^ f.types)
	var candidate *value.Value
	for _, v := range values {
		refuted := false
		for _, x := range f.facts {
			if f.eval(x.lit, v) == logic.No {
				core = core.or(x.why)
				refuted = true
				break
			}
		}
		if !refuted && candidate == nil {
			candidate = v
		}
	}
	if candidate == nil {
		return empty(core)
	}
	return found(candidate)
}

// A sourced literal is one that a member or item must satisfy, and why.
type sourced struct {
	lit logic.Lit
	why deps
}

// inner solves the state of a member or an item. Its core names what the
// literals in the state's own core rest on.
func (f *frame) inner(lits []sourced) outcome {
	f.lits = f.lits[:0]
	for _, l := range lits {
		f.lits = append(f.lits, l.lit)
	}
	a := f.solve(f.lits)
	out := outcome{status: a.status, value: a.value, doubt: a.doubt}
	if a.status == Found {
		return out
	}
	f.low = min(f.low, a.low)
	for _, culprit := range a.core {
		for _, l := range lits {
			if l.lit == culprit {
				out.core = out.core.or(l.why)
				break
			}
		}
	}
	return out
}

// A tally sums up the alternatives of a choice: it found a value, or all
// failed and their cores join, or one is in doubt.
type tally struct {
	core  deps
	doubt *Doubt
	value *value.Value
}

// add notes an alternative and reports whether to stop looking.
func (t *tally) add(out outcome) bool {
	switch out.status {
	case Found:
		t.value = out.value
		return true
	case Unknown:
		if t.doubt == nil {
			t.doubt = &out.doubt
		}
	}
	t.core = t.core.or(out.core)
	return out.status == Unknown && out.doubt.Kind <= Cancelled
}

func (t *tally) outcome() outcome {
	switch {
	case t.value != nil:
		return found(t.value)
	case t.doubt != nil:
		return outcome{status: Unknown, doubt: *t.doubt, core: t.core}
	}
	return empty(t.core)
}
