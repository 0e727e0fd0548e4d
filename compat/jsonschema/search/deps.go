package search

import "math"

// deps is the set of roots and decisions that a fact rests on. Elements from
// many on share one bit, which is never taken out again: sets grow too large
// at worst, which costs precision and no proof.
type deps [4]uint64

const many = 255

// all is the set of everything: the core of an outcome that rests on who knows what.
var all = deps{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64}

func dep(i int) (d deps) {
	i = min(i, many)
	d[i>>6] = 1 << (i & 63)
	return d
}

func (d deps) or(e deps) deps {
	for i := range d {
		d[i] |= e[i]
	}
	return d
}

func (d deps) has(i int) bool {
	i = min(i, many)
	return d[i>>6]>>(i&63)&1 != 0
}

func (d deps) without(i int) deps {
	if i < many {
		d[i>>6] &^= 1 << (i & 63)
	}
	return d
}

// covers reports whether all of e is in d.
func (d deps) covers(e deps) bool { return d.or(e) == d }
