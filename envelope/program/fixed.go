package program

import "encoding/binary"

// A fixed checks strings that all have one length, such as UUIDs, eight bytes
// at a time: each byte lies in one of a few ranges.
type fixed struct {
	size  int
	words []fixedWord
	odd   []oddByte
}

// A fixedWord tests the eight bytes at an offset. A byte x < 0x80 is in a range
// if adding over to it carries into the high bit, and adding under does not.
type fixedWord struct {
	offset        int
	ranges        int // that are needed, from 1 to 3
	over1, under1 uint64
	over2, under2 uint64
	over3, under3 uint64
	ignore        uint64 // high bits of bytes that are beyond the string
}

// An oddByte is one of which the ranges tell too little.
type oddByte struct {
	offset int
	ok     *[256]bool
}

const maxFixed = 96

// fixed returns the check if all texts that the automaton accepts have one
// length and the bytes of a text do not depend on each other, else nil.
func (d *dfa) fixed() *fixed {
	var sets []*[256]bool
	for state := first * d.width; !d.accept[state/d.width]; {
		set, next := d.only(state)
		if set == nil || next < first*d.width || len(sets) == maxFixed {
			return nil
		}
		sets, state = append(sets, set), next
		if d.accept[state/d.width] {
			if _, next := d.only(state); next != dead {
				return nil
			}
		}
	}
	if len(sets) == 0 {
		return nil
	}
	f := &fixed{size: len(sets)}
	for at := 0; at < len(sets); at += 8 {
		f.word(sets, max(0, min(at, len(sets)-8)))
	}
	return f
}

// only returns the one state that lives on behind a state, dead if there is
// none, and the bytes that lead to it; no set if there are several.
func (d *dfa) only(state int) (set *[256]bool, next int) {
	set, next = new([256]bool), dead
	for c := range 256 {
		to := int(d.next[state+int(d.class[c])])
		if to == dead || d.class[c] == d.last {
			continue
		}
		if next != dead && next != to {
			return nil, dead
		}
		set[c], next = true, to
	}
	return set, next
}

func (f *fixed) word(sets []*[256]bool, at int) {
	w := fixedWord{offset: at}
	over := []*uint64{&w.over1, &w.over2, &w.over3}
	under := []*uint64{&w.under1, &w.under2, &w.under3}
	for i := range 8 {
		shift := 8 * i
		if at+i >= len(sets) {
			w.ignore |= 0x80 << shift
			continue
		}
		ranges := rangesOf(sets[at+i])
		if len(ranges) > len(over) {
			f.odd = append(f.odd, oddByte{at + i, sets[at+i]})
			ranges[2][1] = ranges[len(ranges)-1][1]
		}
		w.ranges = max(w.ranges, min(len(ranges), len(over)))
		for k := range over {
			r := ranges[min(k, len(ranges)-1)]
			*over[k] |= uint64(0x80-r[0]) << shift
			*under[k] |= uint64(0x7f-r[1]) << shift
		}
	}
	f.words = append(f.words, w)
}

func rangesOf(set *[256]bool) (ranges [][2]int) {
	for c := 0; c < 256; c++ {
		if !set[c] {
			continue
		}
		low := c
		for c < 256 && set[c] {
			c++
		}
		ranges = append(ranges, [2]int{low, c - 1})
	}
	return ranges
}

// at reports whether the text has such a string, with its closing quote, at i,
// behind the opening one. Near the end of the text it may miss one.
func (f *fixed) at(b []byte, i int) bool {
	if i+f.size >= len(b) || b[i+f.size] != '"' {
		return false
	}
	for k := range f.words {
		w := &f.words[k]
		at := i + w.offset
		if at+8 > len(b) {
			return false
		}
		x := binary.LittleEndian.Uint64(b[at:])
		ok := (x + w.over1) &^ (x + w.under1)
		if w.ranges > 1 {
			ok |= (x + w.over2) &^ (x + w.under2)
			if w.ranges > 2 {
				ok |= (x + w.over3) &^ (x + w.under3)
			}
		}
		if (ok&^x|w.ignore)&highs != highs {
			return false
		}
	}
	for _, odd := range f.odd {
		if !odd.ok[b[i+odd.offset]] {
			return false
		}
	}
	return true
}
