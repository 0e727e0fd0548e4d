package envelope

import "encoding/binary"

// An index finds the numbers of entries by their digests: an open-addressed
// array, 4 bytes a slot and at least two slots an entry, that holds no pointers
// and no keys. Whoever holds the entries says what their keys are.
type index struct {
	slots []uint32 // the number of an entry + 1, or 0
	used  int
}

// find returns the number of the entry with this key, or the slot to put it at.
func (x *index) find(key digest, keyOf func(uint32) digest) (number uint32, slot int, ok bool) {
	if len(x.slots) == 0 {
		return 0, 0, false
	}
	for i := x.home(key); ; i = x.after(i) {
		switch held := x.slots[i]; {
		case held == 0:
			return 0, i, false
		case keyOf(held-1) == key:
			return held - 1, i, true
		}
	}
}

// put adds the number of an entry whose key is not there.
func (x *index) put(number uint32, keyOf func(uint32) digest) {
	if 2*(x.used+1) > len(x.slots) {
		x.grow(keyOf)
	}
	_, slot, _ := x.find(keyOf(number), keyOf)
	x.slots[slot] = number + 1
	x.used++
}

func (x *index) grow(keyOf func(uint32) digest) {
	old := x.slots
	x.slots, x.used = make([]uint32, max(64, 2*len(old))), 0
	for _, held := range old {
		if held != 0 {
			x.put(held-1, keyOf)
		}
	}
}

// remove empties a slot, and moves those behind it that would not be found any
// more (Knuth, volume 3, section 6.4, algorithm R).
func (x *index) remove(slot int, keyOf func(uint32) digest) {
	x.used--
	for i := x.after(slot); x.slots[i] != 0; i = x.after(i) {
		home := x.home(keyOf(x.slots[i] - 1))
		if x.distance(home, i) >= x.distance(slot, i) {
			x.slots[slot] = x.slots[i]
			slot = i
		}
	}
	x.slots[slot] = 0
}

func (x *index) home(key digest) int {
	return int(binary.LittleEndian.Uint64(key[:])) & (len(x.slots) - 1)
}
func (x *index) after(slot int) int        { return (slot + 1) & (len(x.slots) - 1) }
func (x *index) distance(from, to int) int { return (to - from) & (len(x.slots) - 1) }
