package program

import "math/bits"

// A run tests eight bytes at once whether they lead a state of an automaton back
// to itself, as fixedWord does.
type run struct {
	over1, under1 uint64 // both 0: there is nothing to test
	over2, under2 uint64
	over3, under3 uint64
}

const maxLead = 16

// hurry finds what scan may do for several bytes at once.
func (d *dfa) hurry() {
	d.behind = uint16(first * d.width)
	for len(d.prefix) < maxLead && !d.accept[d.behind>>d.shift] {
		set, next := d.only(int(d.behind))
		if set == nil || next < first*d.width {
			break
		}
		ranges := rangesOf(set)
		if len(ranges) != 1 || ranges[0][0] != ranges[0][1] {
			break
		}
		d.prefix, d.behind = d.prefix+string(rune(ranges[0][0])), uint16(next)
	}
	d.runs = make([]run, len(d.loops))
	for state, loops := range d.loops {
		if loops != 0 {
			d.runs[state] = d.run(loops)
		}
	}
}

// run returns the run of the classes; none if they are too many ranges.
func (d *dfa) run(loops uint64) (r run) {
	var set [256]bool
	for c := range set {
		set[c] = loops>>d.class[c]&1 != 0
	}
	ranges := rangesOf(&set)
	over, under := []*uint64{&r.over1, &r.over2, &r.over3}, []*uint64{&r.under1, &r.under2, &r.under3}
	if len(ranges) > len(over) {
		return run{}
	}
	for k, x := range ranges {
		*over[k], *under[k] = uint64(0x80-x[0])*ones, uint64(0x7f-x[1])*ones
	}
	return r
}

// end returns the offset of the first byte from i on that is not of the run; less
// than that near the end of the text.
func (r *run) end(b []byte, i int) int {
	for i+8 <= len(b) {
		x := word(b, i)
		odd := (x + r.over1) ^ (x + r.under1) ^ (x + r.over2) ^ (x + r.under2) ^ (x + r.over3) ^ (x + r.under3)
		if out := (^odd | x) & highs; out != 0 {
			return i + bits.TrailingZeros64(out)>>3
		}
		i += 8
	}
	return i
}
