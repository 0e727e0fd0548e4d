package lenient

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// clear reports whether the reader knows every name that the writer may write
// at the place and below it: then nothing is dropped there. It is a greatest
// fixpoint: of the places reachable from this one those are opaque that are so
// by themselves or lead to an opaque one, and all others are clear.
func (l *Lens) clear(p Place) bool {
	if known, ok := l.transparent[p]; ok {
		return known
	}
	e := &exploration{lens: l, from: map[Place][]Place{}}
	e.visit(p)
	for len(e.opaque) > 0 {
		last := e.opaque[len(e.opaque)-1]
		e.opaque = e.opaque[:len(e.opaque)-1]
		for _, q := range e.from[last] {
			if l.transparent[q] {
				l.transparent[q] = false
				e.opaque = append(e.opaque, q)
			}
		}
	}
	return l.transparent[p]
}

// An exploration walks the places reachable from one. It takes them all for
// clear, but for those that are opaque by themselves.
type exploration struct {
	lens   *Lens
	from   map[Place][]Place
	opaque []Place
}

func (e *exploration) visit(p Place) {
	below, clear := e.lens.lookBelow(p)
	e.lens.transparent[p] = clear
	if !clear {
		e.opaque = append(e.opaque, p)
		return
	}
	for _, q := range below {
		e.from[q] = append(e.from[q], p)
		if known, seen := e.lens.transparent[q]; !seen {
			e.visit(q)
		} else if !known {
			e.opaque = append(e.opaque, q)
		}
	}
}

// lookBelow judges one place by itself and lists the places that it leads to.
func (l *Lens) lookBelow(p Place) (below []Place, clear bool) {
	if p.reader == p.writer { // one formula knows one set of names, here and below
		return nil, true
	}
	if len(l.transparent)-l.before.transparent > maxPlaces || !l.spend(1) || p.reader == l.beyond() || p.writer == l.beyond() {
		return nil, false
	}
	r, w := l.facts(p.reader), l.facts(p.writer)
	if w.objects && r.members() {
		if !l.covers(r, w) {
			return nil, false
		}
		names := union(r.names, w.names)
		others, ok := l.others(names, addPatterns(slices.Clone(r.spoken), w.spoken))
		if !ok {
			return nil, false
		}
		known := w.knows(l.table)
		for _, c := range slices.Concat(l.named(deep(names, r, w)), others) {
			if c.step.in(known) != logic.No {
				below = append(below, l.down(p, c.step))
			}
		}
	}
	if w.arrays && r.arrays {
		for _, c := range l.items(0, logic.Endless, max(r.indices, w.indices)) {
			below = append(below, l.down(p, c.step))
		}
	}
	return below, true
}

// covers reports whether the reader knows at least the names that the writer does.
func (l *Lens) covers(r, w *facts) bool {
	if r.all {
		return true
	}
	if w.free || w.all {
		return false
	}
	known := r.knows(l.table)
	l.spend(len(w.names))
	for _, name := range w.names {
		if known.Has(name) != logic.Yes {
			return false
		}
	}
	for _, p := range w.patterns {
		if !slices.Contains(r.patterns, p) {
			return false
		}
	}
	return true
}

func union(a, b []string) []string {
	list := slices.Concat(a, b)
	slices.Sort(list)
	return slices.Compact(list)
}
