package link

import "math/bits"

// A Set is a set of site indexes.
type Set []uint64

// Has reports whether i is in the set.
func (s Set) Has(i int) bool { return i/64 < len(s) && s[i/64]&(1<<(i%64)) != 0 }

// Len returns how many indexes are in the set.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

func (s *Set) add(i int) {
	for len(*s) <= i/64 {
		*s = append(*s, 0)
	}
	(*s)[i/64] |= 1 << (i % 64)
}

func (s *Set) remove(i int) {
	if s.Has(i) {
		(*s)[i/64] &^= 1 << (i % 64)
	}
}

func (s *Set) union(t Set) {
	for len(*s) < len(t) {
		*s = append(*s, 0)
	}
	for i, w := range t {
		(*s)[i] |= w
	}
}

func (s Set) clone() Set { return append(Set(nil), s...) }
