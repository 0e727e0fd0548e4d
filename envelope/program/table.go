package program

import (
	"encoding/binary"
	"math/bits"
)

// A table finds names: the known ones of an object, or the strings of an enum.
type table struct {
	names []tableName
	slots []uint16 // 1 + index of a name
	shift uint8
	mix   uint64
}

// A tableName is a name and its words, see wordsOf.
type tableName struct {
	first, second, third uint64
	size                 int // -1 if its words do not tell it from others
	text                 string
}

const maxNames = 1<<16 - 2

// maxWords is the length of names that their words tell apart.
const maxWords = 23

// wordsOf reads up to 24 bytes of the string whose inside begins at i, with a
// part of its closing quote if that is among them, and without a branch that
// depends on where. There must be 24 bytes. Strings of up to 23 bytes are equal
// if their words are, unless they are escaped.
func wordsOf(b []byte, i int) (first, second, third uint64) {
	b = b[i : i+24]
	x, y, z := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
	p, q, r := quotes(x), quotes(y), quotes(z)
	// below a mark all bits are set; without a mark all are
	below, beyond := (p-1)&^p, (q-1)&^q
	none := uint64(int64(below) >> 63)        // in the first word: then the second counts
	none2 := none & uint64(int64(beyond)>>63) // nor in the second
	return x & below, y & beyond & none, z & ((r - 1) &^ r) & none2
}

// quotes marks each quote in the word; only the lowest mark is certain.
func quotes(x uint64) uint64 {
	x ^= '"' * ones
	return (x - ones) &^ x & highs
}

// newTableName takes what wordsOf finds for the name in a text. The words of a
// longer one tell its beginning.
func newTableName(name string) tableName {
	var b [25]byte
	n := copy(b[:24], name)
	b[n] = '"'
	t := tableName{text: name, size: len(name)}
	t.first, t.second, t.third = wordsOf(b[:], 0)
	if len(name) > maxWords || newKey(name).text == "" { // long, or escaped in JSON
		t.size = -1
	}
	return t
}

func (t *table) hash(first, second, third uint64) int {
	return int((first ^ bits.RotateLeft64(second, 21) ^ bits.RotateLeft64(third, 42)) * t.mix >> t.shift)
}

// newTable indexes distinct names, at most maxNames. It tries multipliers until
// few names share a slot.
func newTable(names []string) *table {
	t := table{shift: uint8(64 - bits.Len(uint(max(4, len(names)*3)-1)))}
	for _, name := range names {
		t.names = append(t.names, newTableName(name))
	}
	best, mix := 0, uint64(0x9e3779b97f4a7c15)
	var chosen table
	for try := 0; try == 0 || try < 32 && best > 0 && len(names) <= 256; try++ {
		mix = mix*0xbf58476d1ce4e5b9 + 0x94d049bb133111eb
		t.mix, t.slots = mix|1, make([]uint16, 1<<(64-t.shift))
		if moved := t.fill(); moved < best || try == 0 {
			best, chosen = moved, t
		}
	}
	return &chosen
}

// fill enters the names, and returns how many are not where they belong.
func (t *table) fill() (moved int) {
	mask := len(t.slots) - 1
	for i := range t.names {
		at := t.hash(t.names[i].first, t.names[i].second, t.names[i].third)
		for ; t.slots[at&mask] != 0; at++ {
			moved++
		}
		t.slots[at&mask] = uint16(i + 1)
	}
	return moved
}

// at looks for the string whose inside begins at i. It returns the offset behind
// its closing quote, or -1 if find must look for it, or it is not there.
func (t *table) at(b []byte, i int) (index, end int) {
	if i < 0 || i+24 > len(b) {
		return -1, -1
	}
	first, second, third := wordsOf(b[i:i+24], 0)
	slots := t.slots
	mask := len(slots) - 1
	for at := t.hash(first, second, third); ; at++ {
		slot := slots[at&mask]
		if slot == 0 {
			return -1, -1
		}
		if name := &t.names[slot-1]; name.first == first && name.second == second && name.third == third && name.size >= 0 {
			return int(slot - 1), i + name.size + 1
		}
	}
}

// find returns the index of the name, or -1.
func (t *table) find(b []byte) int {
	var buffer [25]byte
	n := copy(buffer[:24], b)
	buffer[n] = '"'
	first, second, third := wordsOf(buffer[:], 0)
	mask := len(t.slots) - 1
	for at := t.hash(first, second, third); ; at++ {
		slot := t.slots[at&mask]
		if slot == 0 {
			return -1
		}
		if t.names[slot-1].text == string(b) {
			return int(slot - 1)
		}
	}
}
