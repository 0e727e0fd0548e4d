package search

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// propagate asserts what clauses leave no choice about, until nothing new
// follows or the search ends. On a conflict it returns its core and false.
func (f *frame) propagate() (deps, bool) {
	for before := -1; before != len(f.facts) && f.spend(0); {
		before = len(f.facts)
		for i := 0; i < len(f.clauses); i++ {
			c := &f.clauses[i]
			if c.satisfied != 0 {
				continue
			}
			var core deps
			ok := true
			if c.rule == some {
				core, ok = f.propagateSome(c)
			} else {
				core, ok = f.propagateOne(c)
			}
			if !ok {
				return core, false
			}
		}
	}
	return deps{}, true
}

func (f *frame) propagateSome(c *clause) (deps, bool) {
	why := c.why
	open, last := 0, logic.False
	for i := range c.lits {
		l := c.lit(i)
		switch truth, because := f.value(l, 0); truth {
		case logic.Yes:
			c.satisfied = f.clock
			return deps{}, true
		case logic.No:
			why = why.or(because)
		default:
			open++
			last = l
		}
	}
	switch open {
	case 0:
		return why, false
	case 1:
		return f.assert(last, why)
	}
	return deps{}, true
}

// propagateOne serves OneOf and its negation: with one literal true, OneOf
// makes all others false; with none open, the count decides.
func (f *frame) propagateOne(c *clause) (deps, bool) {
	var yes, no deps
	trues, open, last := 0, 0, logic.False
	for i := range c.lits {
		switch truth, because := f.value(c.lit(i), 0); truth {
		case logic.Yes:
			trues++
			yes = yes.or(because)
		case logic.No:
			no = no.or(because)
		default:
			open++
			last = c.lit(i)
		}
	}
	why := c.why
	switch {
	case c.rule == exactly && trues > 1:
		return why.or(yes), false
	case c.rule == notOne && trues > 1:
		c.satisfied = f.clock
		return deps{}, true
	case c.rule == exactly && trues == 1 && open > 0:
		return f.refuteOthers(c, why.or(yes))
	case open > 1:
		return deps{}, true
	case open == 1: // OneOf needs it if none is true; its negation needs it if one is
		holds := (c.rule == exactly) == (trues == 0)
		return f.assert(last.With(!holds), why.or(yes).or(no))
	case (c.rule == exactly) == (trues == 1):
		c.satisfied = f.clock
		return deps{}, true
	}
	return why.or(yes).or(no), false
}

func (f *frame) refuteOthers(c *clause, why deps) (deps, bool) {
	for i := range c.lits {
		if truth, _ := f.value(c.lit(i), 0); truth == logic.Unknown {
			if core, ok := f.assert(c.lit(i).Not(), why); !ok {
				return core, false
			}
		}
	}
	return deps{}, true
}

// Bounds on how far value looks into conjunctions.
const (
	maxLook  = 3     // conjunctions in conjunctions
	maxLooks = 1_000 // literals that one clause's literal is looked up by
)

// value tells whether the facts already decide a literal, and which.
func (f *frame) value(l logic.Lit, depth int) (logic.Truth, deps) {
	if depth == 0 {
		f.looks = 0
	}
	truth, why := f.nodeValue(l, depth)
	if l.Negative() {
		truth = truth.Not()
	}
	return truth, why
}

// nodeValue judges the literal's node.
func (f *frame) nodeValue(l logic.Lit, depth int) (logic.Truth, deps) {
	f.work++
	f.looks++
	if i, ok := f.index.get(l.Node()); ok {
		return logic.TruthOf(!f.facts[i].lit.Negative()), f.facts[i].why
	}
	n := f.table.Node(l)
	switch n.Kind {
	case logic.Constant, logic.Mention:
		return logic.Yes, deps{}
	case logic.And:
		return f.andValue(n, depth)
	case logic.Typed:
		return f.typeValue(n.Of)
	case logic.Enum:
		if truth, why := f.typeValue(typesOf(n.Values)); truth == logic.No {
			return truth, why
		}
		return logic.Unknown, deps{}
	case logic.OneOf, logic.Opaque:
		return logic.Unknown, deps{}
	}
	if f.types&n.Of == 0 {
		return logic.Yes, f.whyNot(n.Of)
	}
	if f.types == logic.Object {
		return f.memberValue(n)
	}
	return logic.Unknown, deps{}
}

func (f *frame) andValue(n *logic.Node, depth int) (logic.Truth, deps) {
	if depth >= maxLook {
		return logic.Unknown, deps{}
	}
	truth, why := logic.Yes, deps{}
	for _, arg := range n.Args {
		t, because := f.value(arg, depth+1)
		if t == logic.No {
			return t, because
		}
		truth, why = min(truth, t), why.or(because)
		if f.looks > maxLooks {
			return logic.Unknown, deps{}
		}
	}
	return truth, why
}

func (f *frame) typeValue(of logic.Types) (logic.Truth, deps) {
	switch {
	case f.types&of == 0:
		return logic.No, f.whyNot(of)
	case f.types&^of == 0:
		return logic.Yes, f.whyNot(logic.All &^ of)
	}
	return logic.Unknown, deps{}
}

// memberValue judges what an object's facts say of one named member: it is
// forbidden, absent, or its allowed values are known.
func (f *frame) memberValue(n *logic.Node) (logic.Truth, deps) {
	name := n.Text
	if n.Kind == logic.Every {
		var ok bool
		if name, ok = n.Region.Single(); !ok {
			return logic.Unknown, deps{}
		}
	} else if n.Kind != logic.Required {
		return logic.Unknown, deps{}
	}
	if why, ok := f.forbidden(name); ok { // then it is not required, and all its values are as wanted
		return logic.TruthOf(n.Kind == logic.Every), why.or(f.whyNot(logic.All &^ logic.Object))
	}
	if n.Kind == logic.Required {
		return logic.Unknown, deps{}
	}
	if why, absent := f.absent(name); absent {
		return logic.Yes, why
	}
	return f.discriminate(name, n.Args[0])
}

func (f *frame) forbidden(name string) (deps, bool) {
	for _, i := range f.closed {
		if f.table.Node(f.facts[i].lit).Region.Has(name) == logic.Yes {
			return f.facts[i].why, true
		}
	}
	return deps{}, false
}

func (f *frame) required(name string) (fact, bool) {
	i, ok := f.index.get(f.table.Make(logic.Node{Kind: logic.Required, Text: name}, nil).Node())
	if !ok {
		return fact{}, false
	}
	return f.facts[i], true
}

func (f *frame) absent(name string) (deps, bool) {
	x, ok := f.required(name)
	return x.why, ok && x.lit.Negative()
}

// discriminate compares enumerations of one member: if the values allowed are
// all among those wanted, they are as wanted; if none is and the member is
// required, they are not.
func (f *frame) discriminate(name string, wanted logic.Lit) (logic.Truth, deps) {
	w := f.table.Node(wanted)
	if w.Kind != logic.Enum || wanted.Negative() {
		return logic.Unknown, deps{}
	}
	for _, i := range f.about(name) {
		allowed := f.table.Node(f.facts[i].lit).Args[0]
		a := f.table.Node(allowed)
		if a.Kind != logic.Enum || allowed.Negative() {
			continue
		}
		common := 0
		for _, v := range a.Values {
			if among(v, w.Values) {
				common++
			}
		}
		if common == len(a.Values) {
			return logic.Yes, f.facts[i].why
		}
		if x, ok := f.required(name); common == 0 && ok && !x.lit.Negative() {
			return logic.No, f.facts[i].why.or(x.why).or(f.whyNot(logic.All &^ logic.Object))
		}
	}
	return logic.Unknown, deps{}
}

func among(v *value.Value, values []*value.Value) bool {
	_, ok := slices.BinarySearchFunc(values, v, func(a, b *value.Value) int { return strings.Compare(a.Key(), b.Key()) })
	return ok
}
