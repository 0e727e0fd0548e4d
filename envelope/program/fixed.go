package program

// A fixed checks strings that all have one length, such as UUIDs, eight bytes
// at a time: each byte lies in one of a few ranges.
type fixed struct {
	size  int
	words []fixedWord
	odd   []oddByte
}

// A fixedWord tests the eight bytes at an offset. Of a byte below 0x80, adding
// over to it gives a high bit if it is not below a range, and adding under if it
// is above: as the ranges come in ascending order and do not overlap, it is in
// one of them if it gives an odd number of high bits.
type fixedWord struct {
	offset        int
	over1, under1 uint64
	over2, under2 uint64
	third         bool // there is a byte with three ranges
	over3, under3 uint64
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
		if at+i >= len(sets) { // beyond the string
			w.over1 |= 0x80 << shift
			continue
		}
		ranges := rangesOf(sets[at+i])
		if len(ranges) > len(over) {
			f.odd = append(f.odd, oddByte{at + i, sets[at+i]})
			ranges = append(ranges[:2], [2]int{ranges[2][0], ranges[len(ranges)-1][1]})
		}
		w.third = w.third || len(ranges) == len(over)
		for k, r := range ranges {
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
	end := i + f.size
	if end >= len(b) || b[end] != '"' || i+8 > len(b) {
		return false
	}
	b = b[i:max(end, i+8)]
	in, all := uint64(highs), uint64(0)
	for k := range f.words {
		w := &f.words[k]
		x := word(b, w.offset)
		odd := (x + w.over1) ^ (x + w.under1) ^ (x + w.over2) ^ (x + w.under2)
		if w.third {
			odd ^= (x + w.over3) ^ (x + w.under3)
		}
		in &= odd
		all |= x
	}
	if in&^all&highs != highs {
		return false
	}
	for _, odd := range f.odd {
		if !odd.ok[b[odd.offset]] {
			return false
		}
	}
	return true
}
