package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A location is what a schema says at one place of a document: a formula over
// sub-schemas and constants. Equal locations are one pointer, so recursion
// closes. A nil location says nothing.
type location struct {
	op       op // sub, negate (of a schema), leaf (a constant), all, some, opaque
	place    *place
	constant *jsondoc.Node
	parts    []*location
	id       int
	size     int // schemas and constants in the formula

	facts *facts // made on first use
}

// Limits of the locations of one schema. Beyond them every name is known.
const (
	maxLocations = 50_000
	maxFormula   = 4_000
)

// A step leads from a location to one of its values.
type step struct {
	name  string
	index int // of an item; -1 for a member
}

func (s step) kind() jsondoc.Kind {
	if s.index < 0 {
		return jsondoc.Object
	}
	return jsondoc.Array
}

// space interns the locations of a bundle. It is not safe for concurrent use.
type space struct {
	bundle *bundle
	blind  bool // opaque schemas know no name, else every name
	opaque *location
	known  map[string]*location
	steps  map[stepKey]*location
}

type stepKey struct {
	from *location
	step step
}

// allKnown stands for the locations beyond the limits.
var allKnown = &location{op: opaque, size: 1, facts: &facts{all: true, object: true, array: true}}

func newSpace(b *bundle, blind bool) *space {
	missing := &location{op: opaque, size: 1, id: -2, facts: &facts{all: !blind, object: true, array: true}}
	return &space{bundle: b, blind: blind, opaque: missing, known: map[string]*location{}, steps: map[stepKey]*location{}}
}

func (s *space) intern(l location, key string) *location {
	if known := s.known[key]; known != nil {
		return known
	}
	if l.size > maxFormula || len(s.known) >= maxLocations {
		return allKnown
	}
	l.id = len(s.known) + 1
	s.known[key] = &l
	return &l
}

func (s *space) schema(p *place, negated bool) *location {
	if p.node.Kind == jsondoc.Bool {
		return s.constant(p.node.Bool != negated)
	}
	l := location{op: sub, place: p, size: 1}
	if negated {
		l.op = negate
	}
	return s.intern(l, strconv.Itoa(int(l.op))+p.doc.uri+"#"+p.pointer)
}

// constant is a location that allows everything, or nothing.
func (s *space) constant(open bool) *location {
	if open {
		return nil
	}
	return s.combine(some, nil)
}

func (s *space) value(n *jsondoc.Node, p *place) *location {
	return s.intern(location{op: leaf, constant: n, place: p, size: 1}, "="+p.doc.uri+"@"+strconv.Itoa(n.Start))
}

// combine joins locations under all or some. Nothing said is neutral to all.
func (s *space) combine(o op, parts []*location) *location {
	flat := make([]*location, 0, len(parts))
	for _, part := range parts {
		switch {
		case part == nil && o == all:
		case part != nil && part.op == o:
			flat = append(flat, part.parts...)
		default:
			flat = append(flat, part)
		}
	}
	slices.SortFunc(flat, func(a, b *location) int { return a.order() - b.order() })
	flat = slices.Compact(flat)
	if len(flat) == 0 && o == all {
		return nil
	}
	if len(flat) == 1 {
		return flat[0]
	}
	var key strings.Builder
	key.WriteByte("0123456789"[o])
	l := location{op: o, parts: flat}
	for _, part := range flat {
		key.WriteString("," + strconv.Itoa(part.order()))
		if part != nil {
			l.size += part.size
		}
	}
	return s.intern(l, key.String())
}

func (l *location) order() int {
	if l == nil {
		return -1
	}
	return l.id
}

// child returns the location one step further.
func (s *space) child(l *location, st step) *location {
	if l == nil || l.op == opaque {
		return l
	}
	key := stepKey{l, st}
	if next, ok := s.steps[key]; ok {
		return next
	}
	w := walker{space: s, step: st, done: map[signed]*location{}}
	next := w.location(l)
	if len(s.steps) < maxLocations {
		s.steps[key] = next
	}
	return next
}

// A walker finds what a location says of one step.
type walker struct {
	*space
	step step
	done map[signed]*location // nil while a schema is walked: it may refer to itself
}

// signed is a schema or its negation.
type signed struct {
	place   *place
	negated bool
}

func (w *walker) location(l *location) *location {
	switch {
	case l == nil || l.op == opaque:
		return l
	case l.op == sub || l.op == negate:
		return w.schemaChild(l.place, l.op == negate)
	case l.op == leaf:
		return w.constantChild(l.constant, l.place)
	}
	var parts []*location
	for _, part := range l.parts {
		if l.op == all || w.admits(part, w.step.kind()) {
			parts = append(parts, w.location(part))
		}
	}
	return w.combine(l.op, parts)
}

func (w *walker) constantChild(n *jsondoc.Node, p *place) *location {
	next := n.Get(w.step.name)
	if n.Kind == jsondoc.Array && w.step.index >= 0 && w.step.index < len(n.Items) {
		next = n.Items[w.step.index]
	}
	if next == nil {
		return w.constant(false)
	}
	return w.value(next, p)
}

func (w *walker) schemaChild(p *place, negated bool) *location {
	if p.node.Kind == jsondoc.Bool {
		return w.constant(p.node.Bool != negated)
	}
	key := signed{p, negated}
	if l, ok := w.done[key]; ok {
		return l
	}
	w.done[key] = nil
	w.done[key] = w.expr(expr{op: all, parts: p.conjuncts}, negated)
	return w.done[key]
}

func (w *walker) expr(e expr, negated bool) *location {
	switch e.op {
	case leaf:
		return w.keyword(e.keyword, e.place, negated)
	case opaque:
		return w.opaque
	case negate:
		return w.expr(e.parts[0], !negated)
	case sub:
		return w.schemaChild(e.place, negated)
	}
	o := all
	if (e.op == all) == negated {
		o = some
	}
	var parts []*location
	for _, part := range e.parts {
		if o == all || w.admitsExpr(part, negated) {
			parts = append(parts, w.expr(part, negated))
		}
	}
	return w.combine(o, parts)
}

// admits reports whether a value of the kind can stand at the location.
func (s *space) admits(l *location, kind jsondoc.Kind) bool {
	if l == nil {
		return true
	}
	switch l.op {
	case opaque:
		return true
	case leaf:
		return l.constant.Kind == kind
	case sub, negate:
		return s.judge(s.admitting(kind), true).schema(l.place, l.op == negate)
	case all:
		return !slices.ContainsFunc(l.parts, func(part *location) bool { return !s.admits(part, kind) })
	}
	return slices.ContainsFunc(l.parts, func(part *location) bool { return s.admits(part, kind) })
}

func (w *walker) admitsExpr(e expr, negated bool) bool {
	return w.judge(w.admitting(w.step.kind()), true).holds(e, negated)
}

type leafJudge = func(jsondoc.Member, *place, bool) bool

func (s *space) admitting(kind jsondoc.Kind) leafJudge {
	return func(m jsondoc.Member, p *place, negated bool) bool { return s.bundle.admits(kind, m, p, negated) }
}

// silent accepts keywords that admit an object and name no member.
func (s *space) silent(m jsondoc.Member, p *place, negated bool) bool {
	return s.bundle.admits(jsondoc.Object, m, p, negated) && !s.bundle.mentions(m, p)
}

func (s *space) judge(f leafJudge, opaque bool) *judge {
	return &judge{bundle: s.bundle, leaf: f, opaque: opaque, done: map[signed]bool{}}
}

// free reports whether some choice of branches that admits an object names no
// member: then every name is known, here and below.
func (s *space) free(l *location) bool {
	if l == nil {
		return true
	}
	switch l.op {
	case opaque, leaf:
		return false
	case sub, negate:
		return s.judge(s.silent, !s.blind).schema(l.place, l.op == negate)
	case all:
		return !slices.ContainsFunc(l.parts, func(part *location) bool { return !s.free(part) })
	}
	return slices.ContainsFunc(l.parts, s.free)
}
