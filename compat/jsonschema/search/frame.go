package search

import (
	"math"
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// A frame is one state under way: what is asserted of its value, and why.
type frame struct {
	*Search
	roots   []logic.Lit
	facts   []fact
	index   index   // by node
	named   index   // by the region of one name, the latest fact about members in it
	prior   []int32 // for each fact the one before it about such members, or -1
	list    []int32 // of about
	closed  []int32 // facts that forbid the members of a region
	types   logic.Types
	gone    [7]deps // why the value is not of the type
	clauses []clause
	queue   []fact
	clock   int // counts marks
	looks   int // that the present call of value has taken
	tried   int // strings, on formats
	low     int
}

// A fact is a literal that holds, and what it rests on.
type fact struct {
	lit logic.Lit
	why deps
}

// A clause is a fact that leaves a choice.
type clause struct {
	of        logic.Lit // the fact
	rule      choice
	lits      []logic.Lit
	flip      bool // the literals are to be negated
	why       deps
	satisfied int // the clock when it was seen to hold; 0: open
}

type choice uint8

const (
	some    choice = iota // at least one literal holds
	exactly               // exactly one does
	notOne                // none or several do
)

func (c *clause) lit(i int) logic.Lit { return c.lits[i].With(c.flip) }

// An outcome is the answer of a part of the search. Its core, in terms of roots
// and decisions, is what it rests on: if Empty, that there is no value; if
// Unknown, that no value can be confirmed, though some value would do if all
// that is in doubt held.
type outcome struct {
	status Status
	value  *value.Value
	core   deps
	doubt  Doubt
}

func empty(core deps) outcome       { return outcome{status: Empty, core: core} }
func doubtful(d Doubt) outcome      { return outcome{status: Unknown, doubt: d, core: all} }
func found(v *value.Value) outcome  { return outcome{status: Found, value: v} }
func (f *frame) exhausted() outcome { return doubtful(*f.ended) }
func (f *frame) decision(l int) int { return len(f.roots) + l }
func (f *frame) whyNot(t logic.Types) (d deps) { // why the value has none of the types
	for one := range t.Each {
		d = d.or(f.gone[one.Index()])
	}
	return d
}

func (s *Search) frame(roots []logic.Lit) *frame {
	var f *frame
	if n := len(s.frames); n > 0 {
		f, s.frames = s.frames[n-1], s.frames[:n-1]
		f.index.clear()
		f.named.clear()
		*f = frame{
			index: f.index, named: f.named, prior: f.prior[:0], list: f.list,
			facts: f.facts[:0], clauses: f.clauses[:0], queue: f.queue[:0], closed: f.closed[:0], clock: 1,
		}
	} else {
		f = &frame{clock: 1}
	}
	f.Search, f.roots, f.types, f.low = s, roots, logic.All, math.MaxInt
	return f
}

// run asserts the roots and decides.
func (f *frame) run() outcome {
	if !f.spend(0) {
		return f.exhausted()
	}
	for i, l := range f.roots {
		if core, ok := f.assert(l, dep(i)); !ok {
			return empty(core)
		}
	}
	return f.decide(0)
}

// rootsIn turns a core into the roots it names.
func (f *frame) rootsIn(core deps) []logic.Lit {
	var lits []logic.Lit
	for i, l := range f.roots {
		if core.has(i) {
			lits = append(lits, l)
		}
	}
	return lits
}

// assert adds a literal with all that follows from it directly. If it
// contradicts the facts, it returns what the conflict rests on and false.
func (f *frame) assert(l logic.Lit, why deps) (deps, bool) {
	f.queue = append(f.queue[:0], fact{l, why})
	for len(f.queue) > 0 {
		next := f.queue[len(f.queue)-1]
		f.queue = f.queue[:len(f.queue)-1]
		if core, ok := f.add(next); !ok {
			return core, false
		}
	}
	return deps{}, true
}

func (f *frame) add(x fact) (deps, bool) {
	f.work++
	id := x.lit.Node()
	if i, ok := f.index.get(id); ok {
		if old := f.facts[i]; old.lit != x.lit {
			return old.why.or(x.why), false
		}
		return deps{}, true
	}
	n := f.table.Node(x.lit)
	at := int32(len(f.facts))
	f.facts, f.prior = append(f.facts, x), append(f.prior, -1)
	f.index.put(id, at)
	negative := x.lit.Negative()
	switch n.Kind {
	case logic.Constant, logic.Mention:
		return x.why, !negative
	case logic.And:
		if negative {
			f.clauses = append(f.clauses, clause{of: x.lit, rule: some, lits: n.Args, flip: true, why: x.why})
			return deps{}, true
		}
		for _, arg := range n.Args {
			f.queue = append(f.queue, fact{arg, x.why})
		}
		return deps{}, true
	case logic.OneOf:
		rule := exactly
		if negative {
			rule = notOne
		}
		f.clauses = append(f.clauses, clause{of: x.lit, rule: rule, lits: n.Args, why: x.why})
		return deps{}, true
	case logic.Typed:
		return f.restrict(f.table.TypesOf(x.lit), x.why)
	case logic.Enum:
		if negative {
			return deps{}, true
		}
		return f.restrict(typesOf(n.Values), x.why)
	case logic.Opaque:
		return deps{}, true
	case logic.Every:
		f.note(n, at, negative)
	}
	if negative {
		return f.restrict(n.Of, x.why)
	}
	return deps{}, true
}

// note files what a fact says of members, for lookups by name.
func (f *frame) note(n *logic.Node, at int32, negative bool) {
	if negative {
		return
	}
	if n.Args[0] == logic.False {
		f.closed = append(f.closed, at)
	}
	if _, ok := n.Region.Single(); ok {
		region := int32(n.Region.ID)
		if prior, ok := f.named.get(region); ok {
			f.prior[at] = prior
		}
		f.named.put(region, at)
	}
}

// about lists the facts about members of just that name, until it is asked again.
func (f *frame) about(name string) []int32 {
	f.list = f.list[:0]
	i, ok := f.named.get(int32(f.table.Name(name).ID))
	for ok && i >= 0 {
		f.list = append(f.list, i)
		i = f.prior[i]
	}
	slices.Reverse(f.list)
	return f.list
}

func typesOf(values []*value.Value) (of logic.Types) {
	for _, v := range values {
		of |= logic.TypeOf(v)
	}
	return of
}

// restrict leaves only the types in of.
func (f *frame) restrict(of logic.Types, why deps) (deps, bool) {
	for t := range (f.types &^ of).Each {
		f.gone[t.Index()] = why
	}
	f.types &= of
	if f.types == 0 {
		return f.whyNot(logic.All), false
	}
	return deps{}, true
}

// A mark is a point to go back to.
type mark struct {
	facts, clauses, closed int
	clock                  int
	types                  logic.Types
	gone                   [7]deps
}

func (f *frame) mark() mark {
	f.clock++
	return mark{len(f.facts), len(f.clauses), len(f.closed), f.clock, f.types, f.gone}
}

func (f *frame) undo(m mark) {
	for i := len(f.facts) - 1; i >= m.facts; i-- {
		l := f.facts[i].lit
		f.index.drop(l.Node())
		n := f.table.Node(l)
		if n.Kind == logic.Every && !l.Negative() {
			if _, ok := n.Region.Single(); ok {
				f.forget(int32(n.Region.ID), f.prior[i])
			}
		}
	}
	f.prior = f.prior[:m.facts]
	f.facts, f.clauses, f.closed = f.facts[:m.facts], f.clauses[:m.clauses], f.closed[:m.closed]
	for i := range f.clauses {
		if f.clauses[i].satisfied >= m.clock {
			f.clauses[i].satisfied = 0
		}
	}
	f.types, f.gone = m.types, m.gone
}

// forget goes back to the prior fact about members in a region.
func (f *frame) forget(region, prior int32) {
	if prior >= 0 {
		f.named.put(region, prior)
	} else {
		f.named.drop(region)
	}
}
