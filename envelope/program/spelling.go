package program

import (
	"encoding/binary"
	"math/bits"
	"strconv"
)

// The plain spelling of a member is name":value without space and escapes, if
// its name holds no quote and its value is a string, which is written without
// the quote at its end, an integer of up to 18 digits, true, false or null. No
// two members that differ have the same one. Most are written so, and are hashed
// as they stand.

// spelt returns the end of the plain spelling that begins behind the quote at i,
// and of the member. They are 0 if it is not there.
func (m *Machine) spelt(i int) (to, end int) {
	i = m.quote(i + 1)
	if m.at(i) != '"' || m.at(i+1) != ':' {
		return 0, 0
	}
	i += len(`":`)
	switch c := m.at(i); {
	case c == '"':
		if to = m.quote(i + 1); m.at(to) == '"' {
			return to, to + 1
		}
	case c-'1' <= 8 || c == '-' && m.at(i+1) != '0':
		if n := m.number(i); n.small {
			return n.end, n.end
		}
	case c == 't' || c == 'n':
		return i + len("true"), i + len("true")
	case c == 'f':
		return i + len("false"), i + len("false")
	}
	return 0, 0
}

// spell appends the plain spelling of the value at i. The end is 0 if it has
// none.
func (m *Machine) spell(b []byte, i int) (spelling []byte, end int) {
	switch m.at(i) {
	case '"':
		end, info := m.str(i)
		return append(append(b, '"'), m.content(i, end, info.escaped)...), end
	case '{', '[':
		return b, 0
	case 't', 'n':
		end = i + len("true")
		return append(b, m.text[i:end]...), end
	case 'f':
		end = i + len("false")
		return append(b, m.text[i:end]...), end
	}
	n, end, ok := m.integer(i)
	if !ok {
		return b, 0
	}
	return strconv.AppendInt(b, n, 10), end
}

// integer returns the number at i if it is an integer of up to 18 digits, however
// it is written.
func (m *Machine) integer(i int) (n int64, end int, ok bool) {
	lit := m.number(i)
	if !lit.small {
		lit.value, lit.small = parseDecimal(m.text[i:lit.end]).small()
	}
	return lit.value, lit.end, lit.small
}

// quote returns the offset of the first quote or backslash from i on.
func (m *Machine) quote(i int) int {
	b := m.text
	for i+8 <= len(b) {
		x := binary.LittleEndian.Uint64(b[i:])
		quote, slash := x^'"'*ones, x^'\\'*ones
		if found := ((quote-ones)&^quote | (slash-ones)&^slash) & highs; found != 0 {
			return i + bits.TrailingZeros64(found)>>3
		}
		i += 8
	}
	for i < len(b) && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}
