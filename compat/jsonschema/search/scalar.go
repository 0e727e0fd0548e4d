package search

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/decimal"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/pattern"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// number looks for a number in the intersection of bounds and multiples.
func (f *frame) number() outcome {
	facts := f.relevant(func(k logic.Kind) bool {
		return k == logic.Minimum || k == logic.Maximum || k == logic.MultipleOf || k == logic.Enum
	})
	d, answer := f.findNumber(facts)
	switch answer {
	case decimal.Found:
		return found(value.Number(d))
	case decimal.OverBudget:
		return f.tooLarge(facts)
	}
	return empty(f.shrink(facts, func(part []fact) bool {
		_, answer := f.findNumber(part)
		return answer == decimal.Empty
	}))
}

// relevant lists the facts of the given kinds.
func (f *frame) relevant(wanted func(logic.Kind) bool) []fact {
	var list []fact
	for _, x := range f.facts {
		if wanted(f.table.Node(x.lit).Kind) {
			list = append(list, x)
		}
	}
	return list
}

func (f *frame) tooLarge(facts []fact) outcome {
	if f.ended != nil {
		return f.exhausted()
	}
	d := Doubt{Kind: Large}
	if len(facts) > 0 {
		d.Atom = facts[0].lit
	}
	return doubtful(d)
}

// maxShrink bounds the facts that are left out one by one to sharpen a core.
const maxShrink = 12

// shrink returns what a smallest part of the facts that is still empty rests
// on, and the type.
func (f *frame) shrink(facts []fact, stillEmpty func([]fact) bool) deps {
	if len(facts) <= maxShrink {
		for i := 0; i < len(facts); {
			rest := slices.Delete(slices.Clone(facts), i, i+1)
			if stillEmpty(rest) {
				facts = rest
			} else {
				i++
			}
		}
	}
	core := f.whyNot(logic.All &^ f.types)
	for _, x := range facts {
		core = core.or(x.why)
	}
	return core
}

func (f *frame) findNumber(facts []fact) (decimal.Decimal, decimal.Answer) {
	r := decimal.Range{Integer: decimal.MustNot}
	if f.types == logic.Integer {
		r.Integer = decimal.Must
	}
	for _, x := range facts {
		n, negative := f.table.Node(x.lit), x.lit.Negative()
		switch n.Kind {
		case logic.Minimum, logic.Maximum:
			bound := decimal.Bound{Value: n.Number, Open: n.Open != negative}
			if (n.Kind == logic.Minimum) != negative {
				r.Min = tighter(r.Min, bound, 1)
			} else {
				r.Max = tighter(r.Max, bound, -1)
			}
		case logic.MultipleOf:
			if negative {
				r.NotMultipleOf = append(r.NotMultipleOf, n.Number)
			} else {
				r.MultipleOf = append(r.MultipleOf, n.Number)
			}
		case logic.Enum: // a positive one is decided before
			for _, v := range n.Values {
				if v.Kind == jsondoc.Number {
					r.Except = append(r.Except, v.Number)
				}
			}
		}
	}
	steps := f.steps
	before := steps
	d, answer := r.Find(&steps)
	f.spend((before - steps) / stringSteps)
	return d, answer
}

// tighter returns the bound that leaves less; sign is 1 for lower bounds.
func tighter(old *decimal.Bound, b decimal.Bound, sign int) *decimal.Bound {
	if old == nil {
		return &b
	}
	c := sign * b.Value.Cmp(old.Value)
	if c > 0 || c == 0 && b.Open {
		return &b
	}
	return old
}

// text looks for a string.
func (f *frame) text() outcome {
	facts := f.relevant(func(k logic.Kind) bool {
		return k == logic.MinLength || k == logic.MaxLength || k == logic.Matches || k == logic.Enum || k == logic.Format
	})
	s, answer := f.findText(facts)
	switch answer {
	case pattern.Found:
		return found(value.String(s))
	case pattern.OverBudget:
		if f.ended != nil {
			return f.exhausted()
		}
		return doubtful(f.patternIn(facts))
	}
	return empty(f.shrink(facts, func(part []fact) bool {
		_, answer := f.findText(part)
		return answer == pattern.Empty
	}))
}

func (f *frame) patternIn(facts []fact) Doubt {
	for _, x := range facts {
		if f.table.Node(x.lit).Kind == logic.Matches {
			return Doubt{Kind: Pattern, Atom: x.lit}
		}
	}
	return Doubt{Kind: Large}
}

// narrow applies a bound on the length; a negated one is the other's kin.
func narrow(q *pattern.Query, n *logic.Node, negative bool) {
	if (n.Kind == logic.MinLength) != negative {
		least := n.N
		if negative {
			least++
		}
		q.MinLen = max(q.MinLen, least)
		return
	}
	most := n.N
	if negative {
		most--
	}
	if q.MaxLen < 0 || most < q.MaxLen {
		q.MaxLen = most
	}
}

// maxText bounds the strings that are made, in code points.
const maxText = 1 << 16

func (f *frame) findText(facts []fact) (string, pattern.Answer) {
	q := pattern.Query{MaxLen: -1}
	for _, x := range facts {
		n, negative := f.table.Node(x.lit), x.lit.Negative()
		switch n.Kind {
		case logic.MinLength, logic.MaxLength:
			narrow(&q, n, negative)
		case logic.Matches:
			switch {
			case n.Pattern.Compiled == nil: // left out; the value is judged afterwards
			case negative:
				q.None = append(q.None, n.Pattern.Compiled)
			default:
				q.All = append(q.All, n.Pattern.Compiled)
			}
		case logic.Format:
			q.Prefer = append(q.Prefer, logic.Samples(n.Text, !negative)...)
		case logic.Enum:
			for _, v := range n.Values {
				if v.Kind == jsondoc.String {
					q.Except = append(q.Except, v.Text)
				}
			}
		}
	}
	q.Prefer = slices.DeleteFunc(q.Prefer, func(sample string) bool {
		v := value.String(sample)
		return slices.ContainsFunc(facts, func(x fact) bool { return f.eval(x.lit, v) == logic.No })
	})
	if q.MinLen > maxText {
		if q.MaxLen >= 0 && q.MaxLen < q.MinLen {
			return "", pattern.Empty
		}
		return "", pattern.OverBudget
	}
	steps := f.steps * stringSteps
	before := steps
	q.Steps, q.Ended = &steps, func() bool { return f.ctx.Err() != nil }
	s, answer := pattern.Shortest(q)
	f.spend((before - steps) / stringSteps)
	return s, answer
}
