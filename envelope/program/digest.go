package program

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"strconv"
)

// A Digest hashes objects of which the caller knows where most members stand:
// equal ones alike, as Hash does, but to other numbers. To read a usual event for
// it once more would take as long as to validate it.
//
// The members that have a name of the Digest, and are strings or positive integers
// of up to 18 digits, are hashed as one text, in the order of the names: mostly
// that is how they stand there. Each other member is hashed alone.
type Digest struct {
	seed  maphash.Seed
	names *Names
	leads []string // the names as compact JSON writes them, with quotes and colon
	mixed []uint64 // their hashes
}

// NewDigest is for members of these names, in the order in which they most
// probably come.
func NewDigest(seed maphash.Seed, names ...string) *Digest {
	d := &Digest{seed: seed, names: NewNames(names...)}
	for _, name := range names {
		d.leads = append(d.leads, strconv.Quote(name)+":")
		d.mixed = append(d.mixed, mixed(maphash.String(seed, name)))
	}
	return d
}

// Hash hashes the object at i. Start and end tell where the values of its members
// stand, in the order of the names, if their bits are set in seen, and in texts if
// they are known to go into the text; more tells that there are others.
func (d *Digest) Hash(m *Machine, i int, seen, texts uint64, start, end []int, more bool) uint64 {
	own, lax := m.names.seed, m.lax
	m.names.seed, m.lax = d.seed, true
	defer func() { m.names.seed, m.lax = own, lax }()
	var h uint64
	escapes := m.Escapes()
	from, to, alone := d.run(m, seen, texts, start, end)
	if to > 0 && !escapes {
		h = maphash.Bytes(d.seed, m.text[from:to])
	} else {
		h, alone = d.rewritten(m, seen, start)
	}
	for ; alone != 0; alone &= alone - 1 {
		field := bits.TrailingZeros64(alone)
		value, ok := uint64(0), false
		if !escapes {
			value, ok = m.hashOutlined(start[field])
		}
		if !ok {
			value, _ = m.hashValue(start[field])
		}
		h += mixed(d.mixed[field] ^ value)
	}
	if more {
		h += d.others(m, i)
	}
	return h
}

// run returns where the text stands if it does so, and the members to be hashed
// alone; else to is 0.
func (d *Digest) run(m *Machine, seen, texts uint64, start, end []int) (from, to int, alone uint64) {
	for ; seen != 0; seen &= seen - 1 {
		field := bits.TrailingZeros64(seen)
		at, lead := start[field], d.leads[field]
		if c := m.at(at); texts>>field&1 == 0 && c != '"' {
			n, numeric := number{}, c == '-' || c-'0' <= 9
			if numeric {
				n = m.number(at)
			}
			if numeric && !n.small { // perhaps an integer all the same
				return 0, 0, 0
			}
			if n.value < 1 {
				alone |= 1 << field
				continue
			}
		}
		switch begin := at - len(lead); {
		case to == 0 && string(m.text[begin:at]) == lead:
			from = begin
		case to == 0 || begin != to+len(","):
			return 0, 0, 0
		}
		to = end[field]
	}
	return from, to, alone
}

// rewritten hashes the text of members that stand there otherwise.
func (d *Digest) rewritten(m *Machine, seen uint64, start []int) (h uint64, alone uint64) {
	var room [1024]byte
	b := room[:0]
	for field, lead := range d.leads {
		if seen>>field&1 == 0 {
			continue
		}
		if text, ok := m.rewrite(append(b, lead...), start[field]); ok {
			b = append(text, ',')
		} else {
			alone |= 1 << field
		}
	}
	return maphash.Bytes(d.seed, bytes.TrimSuffix(b, []byte(","))), alone
}

// rewrite appends the value at i if it is a string or a positive integer, without
// the escapes that it can do without.
func (m *Machine) rewrite(b []byte, i int) (text []byte, ok bool) {
	switch m.at(i) {
	case '"':
		end, info := m.str(i)
		b = append(b, '"')
		for _, c := range m.content(i, end, info.escaped) {
			if c == '"' || c == '\\' {
				b = append(b, '\\')
			}
			b = append(b, c)
		}
		return append(b, '"'), true
	case '{', '[', 't', 'f', 'n':
		return nil, false
	}
	n, _, ok := m.integer(i)
	return strconv.AppendInt(b, n, 10), ok && n > 0
}

// others hashes the members of other names.
func (d *Digest) others(m *Machine, i int) (h uint64) {
	for i = m.Space(m.Space(i) + 1); m.at(i) != '}'; {
		at, end := m.name(d.names.table, i)
		if at >= 0 {
			end = m.Skip(end, 1)
		} else {
			var member uint64
			member, end = m.hashMember(i)
			h += member
		}
		if i = m.Space(end); m.at(i) == ',' {
			i = m.Space(i + 1)
		}
	}
	return h
}
