package program

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
)

// The hashes of what holds nothing.
const (
	emptyArray  = 0xa0761d6478bd642f
	emptyObject = 0xe7037ed1a0b428db
)

// hash returns the same number for values that are equal, and other numbers for
// others, as far as 64 bits tell that nobody can foresee. The value at i was
// read before.
func (m *Machine) hash(i int) uint64 {
	h, _ := m.hashValue(i)
	return h
}

func (m *Machine) hashValue(i int) (h uint64, end int) {
	switch c := m.at(i); c {
	case '"':
		end, info := m.str(i)
		return maphash.Bytes(m.names.seed, m.content(i, end, info.escaped)), end
	case '{':
		return m.hashObject(i)
	case '[':
		return m.hashArray(i)
	case 't', 'n':
		return uint64(c), i + len("true")
	case 'f':
		return uint64(c), i + len("false")
	}
	n := m.number(i)
	if n.small {
		return m.hashInteger(n.value), n.end
	}
	return m.hashNumber(parseDecimal(m.text[i:n.end])), n.end
}

func (m *Machine) hashInteger(n int64) uint64 {
	m.scratch = binary.LittleEndian.AppendUint64(m.scratch[:0], uint64(n))
	return mixed(maphash.Bytes(m.names.seed, m.scratch))
}

func (m *Machine) hashNumber(d decimal) uint64 {
	if n, ok := d.small(); ok {
		return m.hashInteger(n)
	}
	m.scratch = m.scratch[:0]
	for _, c := range d.digits {
		if c != '.' {
			m.scratch = append(m.scratch, c)
		}
	}
	h := mixed(maphash.Bytes(m.names.seed, m.scratch) ^ uint64(d.magnitude))
	if d.negative {
		return ^h
	}
	return h
}

func mixed(h uint64) uint64 {
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>31
}

// hashArray depends on the order of the items, hashObject not on that of the
// members.
func (m *Machine) hashArray(i int) (h uint64, end int) {
	h = emptyArray
	for i = m.Space(i + 1); m.at(i) != ']'; {
		item, end := m.hashValue(i)
		h = mixed(h ^ item)
		if i = m.Space(end); m.at(i) == ',' {
			i = m.Space(i + 1)
		}
	}
	return h, i + 1
}

func (m *Machine) hashObject(i int) (h uint64, end int) {
	h = emptyObject
	for i = m.Space(i + 1); m.at(i) != '}'; {
		item, end := m.hashMember(i)
		h += item
		if i = m.Space(end); m.at(i) == ',' {
			i = m.Space(i + 1)
		}
	}
	return h, i + 1
}

// hashMember hashes the member whose name stands at i.
func (m *Machine) hashMember(i int) (h uint64, end int) {
	if to, end := m.spelt(i); end > 0 {
		return maphash.Bytes(m.names.seed, m.text[i+1:to]), end
	}
	var room [128]byte
	end, info := m.str(i)
	name := append(room[:0], m.content(i, end, info.escaped)...)
	i = m.colon(end)
	if bytes.IndexByte(name, '"') < 0 {
		if spelling, end := m.spell(append(name, `":`...), i); end > 0 {
			return maphash.Bytes(m.names.seed, spelling), end
		}
	}
	value, end := m.hashValue(i)
	return mixed(mixed(maphash.Bytes(m.names.seed, name)) ^ value), end
}
