package envelope

import "encoding/binary"

// An index finds the numbers of entries by their digests: an open-addressed
// array of 8 bytes a slot, at most three quarters full, that holds no pointers.
// A slot holds 32 bits of the key, so that a search looks at no entry but the
// one that it finds: with keys in the entries alone, half of the time of a
// history went into fetching those that were passed by.
type index struct {
	slots []uint64 // the bits of the key, then the number + 1; or 0
	used  int
}

func slotFor(key digest, number uint32) uint64 {
	return uint64(binary.LittleEndian.Uint32(key[:]))<<32 | uint64(number) + 1
}

// find returns the number of the entry with this key. Whoever holds the entries
// says what their keys are.
func (x *index) find(key digest, keyOf func(uint32) digest) (number uint32, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	at := x.search(key, keyOf)
	return uint32(x.slots[at]) - 1, x.slots[at] != 0
}

// touch reads the slot where a search for the key begins.
func (x *index) touch(key digest) (held uint64) {
	if len(x.slots) > 0 {
		held = x.slots[x.home(slotFor(key, 0))]
	}
	return held
}

// search returns where the key is, or the empty slot where it belongs.
func (x *index) search(key digest, keyOf func(uint32) digest) int {
	want := slotFor(key, 0)
	for at := x.home(want); ; at = x.after(at) {
		switch held := x.slots[at]; {
		case held == 0:
			return at
		case held>>32 == want>>32 && keyOf(uint32(held)-1) == key:
			return at
		}
	}
}

// add notes the number of an entry, if there is none of that key.
func (x *index) add(number uint32, key digest, keyOf func(uint32) digest) {
	if 4*(x.used+1) > 3*len(x.slots) {
		x.grow()
	}
	if at := x.search(key, keyOf); x.slots[at] == 0 {
		x.slots[at] = slotFor(key, number)
		x.used++
	}
}

func (x *index) grow() {
	old := x.slots
	x.slots = make([]uint64, max(64, 2*len(old)))
	for _, held := range old {
		if held == 0 {
			continue
		}
		at := x.home(held)
		for x.slots[at] != 0 {
			at = x.after(at)
		}
		x.slots[at] = held
	}
}

// remove forgets the entry of a key if it is that number. It moves those behind
// its slot that would not be found any more (Knuth, volume 3, section 6.4,
// algorithm R).
func (x *index) remove(number uint32, key digest) {
	if len(x.slots) == 0 {
		return
	}
	slot := x.home(slotFor(key, number))
	for ; x.slots[slot] != slotFor(key, number); slot = x.after(slot) {
		if x.slots[slot] == 0 {
			return
		}
	}
	x.used--
	for at := x.after(slot); x.slots[at] != 0; at = x.after(at) {
		if home := x.home(x.slots[at]); x.distance(home, at) >= x.distance(slot, at) {
			x.slots[slot] = x.slots[at]
			slot = at
		}
	}
	x.slots[slot] = 0
}

func (x *index) home(held uint64) int      { return int(held>>32) & (len(x.slots) - 1) }
func (x *index) after(slot int) int        { return (slot + 1) & (len(x.slots) - 1) }
func (x *index) distance(from, to int) int { return (to - from) & (len(x.slots) - 1) }
