package search

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// An array is the search for an array that satisfies atoms.
type array struct {
	*frame
	why      deps
	each     []fact // what items in a range must satisfy
	most     []fact // how many items at most may satisfy something: AtMost, ¬AtLeast
	unique   *fact
	least    int // items, and why
	leastWhy deps
	limit    int // items at most, and why
	limitWhy deps
	wants    []want
	tail     int // from this index on all items are alike
	slots    []slot
}

// A want is an item to be placed.
type want struct {
	from, to int
	lit      logic.Lit
	why      deps
	after    int // the want that it must come after, as copies of one do; -1: none
	at       int // where it was placed
	twin     bool
	seen     fact // of a Unique with a Seen: looks as the want that it must come after
}

// A slot is an item that the array will have.
type slot struct {
	demands []sourced
	twin    int  // the earlier item that it equals; -1: none
	like    int  // the earlier item that it looks as
	seen    fact // and who sees them so; the zero value: nobody
	value   *value.Value
}

func newArray(f *frame) *array {
	a := &array{frame: f, why: f.whyNot(logic.All &^ logic.Array), limit: logic.Endless}
	for _, x := range f.facts {
		n := f.table.Node(x.lit)
		switch n.Kind {
		case logic.Each:
			a.takeEach(x, n)
		case logic.AtLeast, logic.AtMost:
			a.takeCount(x, n)
		case logic.Unique:
			a.takeUnique(x, n)
		}
	}
	return a
}

func (a *array) takeEach(x fact, n *logic.Node) {
	if a.tail = max(a.tail, n.N); n.M != logic.Endless {
		a.tail = max(a.tail, n.M)
	}
	if x.lit.Negative() {
		a.wants = append(a.wants, want{from: n.N, to: n.M, lit: n.Args[0].Not(), why: x.why, after: -1})
	} else {
		a.each = append(a.each, x)
	}
}

func (a *array) takeCount(x fact, n *logic.Node) {
	bound, least := n.N, (n.Kind == logic.AtLeast) != x.lit.Negative()
	if x.lit.Negative() && least {
		bound++
	} else if x.lit.Negative() {
		bound--
	}
	switch all := n.Args[0] == logic.True; {
	case all && least && bound > a.least:
		a.least, a.leastWhy = bound, x.why
	case all && !least && bound < a.limit:
		a.limit, a.limitWhy = bound, x.why
	case all:
	case least:
		for i := range min(bound, maxFill+1) {
			after := -1
			if i > 0 {
				after = len(a.wants) - 1
			}
			a.wants = append(a.wants, want{to: logic.Endless, lit: n.Args[0], why: x.why, after: after})
		}
	default:
		a.most = append(a.most, x)
	}
}

// takeUnique notes uniqueItems; its negation wants two items that are equal, or
// look so.
func (a *array) takeUnique(x fact, n *logic.Node) {
	if !x.lit.Negative() {
		a.unique = &x
		return
	}
	first := len(a.wants)
	second := want{to: logic.Endless, lit: logic.True, why: x.why, after: first, twin: n.Seen == nil}
	if n.Seen != nil {
		second.seen = x
	}
	a.wants = append(a.wants, want{to: logic.Endless, lit: logic.True, why: x.why, after: -1}, second)
}

func (a *array) solve() outcome {
	switch {
	case a.least > a.limit:
		return empty(a.why.or(a.leastWhy).or(a.limitWhy))
	case a.least > maxFill || len(a.wants) > maxFill:
		return doubtful(Doubt{Kind: Large})
	}
	a.slots = make([]slot, 0, a.least)
	return a.place(0)
}

// place puts the wants from the i-th on at items: any index up to the first
// one that no want uses and behind which all are alike.
func (a *array) place(i int) outcome {
	if !a.spend(1) {
		return a.exhausted()
	}
	if i == len(a.wants) {
		return a.finish()
	}
	w := &a.wants[i]
	from := w.from
	if w.after >= 0 {
		from = max(from, a.wants[w.after].at+1)
	}
	to := min(w.to, max(a.tail, len(a.slots), from)+1)
	t := tally{core: a.why.or(w.why)}
	if to > a.limit {
		to = a.limit
		t.core = t.core.or(a.limitWhy)
	}
	if w.after >= 0 {
		t.core = t.core.or(a.wants[w.after].why)
	}
	before := a.slots
	for at := from; at < to; at++ {
		w.at = at
		a.slots = cloneSlots(before, at+1)
		s := &a.slots[at]
		s.demands = append(s.demands, sourced{w.lit, w.why})
		if w.twin {
			s.twin = a.wants[w.after].at
		}
		if w.seen.lit != logic.True {
			s.like, s.seen = a.wants[w.after].at, w.seen
		}
		out := a.fits(at)
		if out.status != Empty {
			out = a.place(i + 1)
		}
		if t.add(out) {
			break
		}
	}
	a.slots = before
	return t.outcome()
}

func cloneSlots(slots []slot, n int) []slot {
	list := make([]slot, max(n, len(slots)))
	for i := range list {
		if i < len(slots) {
			list[i] = slots[i]
			list[i].demands = slices.Clip(slots[i].demands)
		} else {
			list[i] = slot{twin: -1}
		}
	}
	return list
}

// fits solves the item at an index on its own, with its twin's demands.
func (a *array) fits(at int) outcome {
	state := a.state(at)
	if twin := a.slots[at].twin; twin >= 0 {
		state = append(state, a.state(twin)...)
	}
	out := a.inner(state)
	out.core = out.core.or(a.why)
	for _, d := range a.slots[at].demands {
		out.core = out.core.or(d.why) // why the item exists
	}
	return out
}

func (a *array) state(at int) []sourced {
	lits := slices.Clone(a.slots[at].demands)
	for _, x := range a.each {
		if n := a.table.Node(x.lit); n.N <= at && at < n.M {
			lits = append(lits, sourced{n.Args[0], x.why})
		}
	}
	return lits
}

// finish fixes the length and the values of all items.
func (a *array) finish() outcome {
	before := a.slots
	defer func() { a.slots = before }()
	a.slots = cloneSlots(before, a.least)
	if len(a.slots) > maxFill {
		return doubtful(Doubt{Kind: Large})
	}
	return a.sign(0, make([]int, len(a.most)))
}

// sign decides for the item at an index and every AtMost whether the item
// counts, as long as the count allows; not counting comes first.
func (a *array) sign(at int, counted []int) outcome {
	if at == len(a.slots) {
		return a.values()
	}
	return a.signOne(at, 0, counted)
}

func (a *array) signOne(at, k int, counted []int) outcome {
	if k == len(a.most) {
		out := a.fits(at)
		if out.status == Empty {
			out.core = out.core.or(a.existence())
			return out
		}
		return a.sign(at+1, counted)
	}
	if !a.spend(1) {
		return a.exhausted()
	}
	x := a.most[k]
	n := a.table.Node(x.lit)
	bound := n.N
	if x.lit.Negative() {
		bound--
	}
	t := tally{core: a.why.or(x.why).or(a.existence())}
	s := &a.slots[at]
	plain := s.demands
	s.demands = append(slices.Clip(plain), sourced{n.Args[0].Not(), x.why})
	out := a.fits(at)
	if out.status != Empty {
		out = a.signOne(at, k+1, counted)
	}
	if stop := t.add(out); !stop && counted[k] < bound {
		s.demands = plain
		counted[k]++
		t.add(a.signOne(at, k+1, counted))
		counted[k]--
	}
	a.slots[at].demands = plain
	return t.outcome()
}

// existence is what it rests on that the array has as many items as it has.
func (a *array) existence() deps {
	d := a.why.or(a.leastWhy)
	for _, w := range a.wants {
		d = d.or(w.why)
	}
	return d
}
