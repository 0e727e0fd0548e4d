package lenient

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A step leads from a location to that of a member or an item. Names that
// nobody mentions are told apart by the patterns that they match.
type step struct {
	item    bool
	index   int
	name    string // a mentioned name
	unnamed bool   // any other name, matching just the patterns in matched
	matched string // key of the set
	set     []*logic.Pattern
}

func itemStep(i int) step       { return step{item: true, index: i} }
func nameStep(name string) step { return step{name: name} }

func otherStep(matched []*logic.Pattern) step {
	s := step{unnamed: true, set: matched}
	for _, p := range matched {
		s.matched += p.Source + "\x00"
	}
	return s
}

// in reports whether the member that the step leads to lies in the region.
func (s *step) in(r *logic.Region) logic.Truth {
	if !s.unnamed {
		return r.Has(s.name)
	}
	in := logic.TruthOf(slices.ContainsFunc(r.Patterns, func(p *logic.Pattern) bool { return slices.Contains(s.set, p) }))
	if r.Complement {
		return in.Not()
	}
	return in
}

type stepKey struct {
	from    logic.Lit
	item    bool
	index   int
	unnamed bool
	name    string // or matched
}

// maxFormula bounds the statements in the formula of one location, which grows
// where alternatives nest in a schema that refers to itself.
const maxFormula = 2_000

// beyond is the location below those that are too large: nothing is known there.
func (l *Lens) beyond() logic.Lit {
	return l.table.Make(logic.Node{Kind: logic.Opaque, Text: tooLarge}, nil)
}

// step returns the location that a step leads to: the formula of what the
// branches at hand say about it. What contains says may be of another item, so
// it is one alternative.
func (l *Lens) step(from logic.Lit, s step) logic.Lit {
	key := stepKey{from, s.item, s.index, s.unnamed, s.name + s.matched}
	if to, ok := l.below[key]; ok {
		return to
	}
	to := logic.True // below a free location all is free
	if s.item || !l.facts(from).free {
		w := walker{Lens: l, step: &s}
		to = w.walk(from)
		if w.count > maxFormula || !l.spend(w.count) {
			to = l.beyond()
		}
	}
	l.below[key] = to
	return to
}

// A walker takes one step from all parts of a location.
type walker struct {
	*Lens
	step  *step
	done  map[logic.Lit]logic.Lit
	count int // of the statements looked through
}

func (w *walker) walk(at logic.Lit) logic.Lit {
	n, s := w.table.Node(at), w.step
	negative := at.Negative()
	switch n.Kind {
	case logic.And, logic.OneOf:
		return w.combined(n, at)
	case logic.Constant, logic.Mention:
		return constant(!negative)
	case logic.Typed:
		return constant((n.Of&s.parent() != 0) != negative)
	case logic.Enum:
		return w.walkEnum(n, s, negative)
	case logic.Every:
		if !s.item && s.in(n.Region) == logic.Yes {
			return n.Args[0].With(negative)
		}
	case logic.Each:
		if s.item && n.N <= s.index && s.index < n.M {
			return n.Args[0].With(negative)
		}
	case logic.AtLeast, logic.AtMost:
		if s.item {
			return w.table.Any(logic.True, n.Args[0].With(negative))
		}
	}
	return constant(!negative || n.Of&s.parent() != 0)
}

// combined walks a conjunction or the branches of a choice that let in a value
// of the type to step into.
func (w *walker) combined(n *logic.Node, at logic.Lit) logic.Lit {
	if to, ok := w.done[at]; ok {
		return to
	}
	all := (n.Kind == logic.And) != at.Negative()
	var parts []logic.Lit
	for _, arg := range w.speaking(n.Args, at.Node(), w.step) {
		if w.count++; w.count > maxFormula {
			break
		}
		if arg = arg.With(at.Negative()); all || w.admits(arg, w.step.parent()) {
			parts = append(parts, w.walk(arg))
		}
	}
	to := w.table.Any(parts...)
	if all {
		to = w.table.All(parts...)
	}
	if w.done == nil {
		w.done = map[logic.Lit]logic.Lit{}
	}
	w.done[at] = to
	return to
}

func (s *step) parent() logic.Types {
	if s.item {
		return logic.Array
	}
	return logic.Object
}

func constant(b bool) logic.Lit {
	if b {
		return logic.True
	}
	return logic.False
}

func (l *Lens) walkEnum(n *logic.Node, s *step, negative bool) logic.Lit {
	if negative {
		return logic.True
	}
	var below []*value.Value
	for _, v := range n.Values {
		switch {
		case s.item && v.Kind == jsondoc.Array && s.index < len(v.Items):
			below = append(below, v.Items[s.index])
		case !s.item && v.Kind == jsondoc.Object && !s.unnamed && v.Get(s.name) != nil:
			below = append(below, v.Get(s.name))
		}
	}
	return l.table.Enum(below)
}
