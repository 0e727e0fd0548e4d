package program

import (
	"encoding/binary"
	"math/bits"
)

// A table finds names: the known ones of an object, or the strings of an enum.
type table struct {
	names []string
	slots []uint16 // 1 + index of a name
	shift uint8
	mix   uint64
}

const maxNames = 1<<16 - 2

// newTable indexes distinct names, at most maxNames. It tries multipliers until
// few names share a slot.
func newTable(names []string) *table {
	t := &table{names: names}
	size := max(4, len(names)*3)
	t.shift = uint8(64 - bits.Len(uint(size-1)))
	best, mixes := len(names)+1, uint64(0x9e3779b97f4a7c15)
	for try := 0; try < 16 && best > 0; try++ {
		mixes = mixes*0xbf58476d1ce4e5b9 + 0x94d049bb133111eb
		probe := table{names: names, shift: t.shift, mix: mixes | 1, slots: make([]uint16, 1<<(64-t.shift))}
		if moved := probe.fill(best); moved < best {
			best, *t = moved, probe
		}
		if len(names) > 256 {
			break
		}
	}
	return t
}

// fill enters the names, and returns how many are not where they belong. It
// stops at the limit.
func (t *table) fill(limit int) (moved int) {
	mask := len(t.slots) - 1
	for i, name := range t.names {
		at := t.hash([]byte(name))
		for t.slots[at] != 0 {
			at = (at + 1) & mask
			moved++
		}
		t.slots[at] = uint16(i + 1)
		if moved >= limit {
			return moved
		}
	}
	return moved
}

// hash looks at the length and the first and last eight bytes.
func (t *table) hash(b []byte) int {
	var x, y uint64
	if n := len(b); n >= 8 {
		x, y = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
	} else {
		for i := n - 1; i >= 0; i-- {
			x = x<<8 | uint64(b[i])
		}
	}
	h := (x ^ bits.RotateLeft64(y, 23) ^ uint64(len(b))) * t.mix
	return int((h ^ h>>29) * t.mix >> t.shift)
}

// find returns the index of the name, or -1.
func (t *table) find(b []byte) int {
	if len(t.slots) == 0 {
		return -1
	}
	mask := len(t.slots) - 1
	for at := t.hash(b); ; at = (at + 1) & mask {
		slot := t.slots[at&mask]
		if slot == 0 {
			return -1
		}
		if t.names[slot-1] == string(b) {
			return int(slot - 1)
		}
	}
}
