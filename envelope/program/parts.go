package program

import (
	"bytes"
	"math"
	"regexp/syntax"
	"slices"
	"strconv"
)

// What follows is for code that reads a part of a text by hand, such as the
// envelope around a payload.

// Names are the members that an object may have, in the order in which they
// most probably come.
type Names struct {
	members []member
	index   index
	table   *table
}

// A member is a name, and the quick check of its values.
type member struct {
	key   key
	quick quick
}

// NewNames indexes distinct names.
func NewNames(names ...string) *Names {
	n := &Names{index: newIndex(names), table: newTable(names)}
	for _, name := range names {
		n.members = append(n.members, member{key: newKey(name), quick: quick{way: careful}})
	}
	return n
}

// Filled has Next read the values of a name that are strings and not empty.
func (n *Names) Filled(at int) {
	n.members[at].quick = (&text{plan: lengthOnly, min: 1, max: -1}).quick()
}

// Positive has Next read the values of a name that are integers from 1 on.
func (n *Names) Positive(at int) {
	n.members[at].quick = (&numeric{low: 1, high: math.MaxInt64}).quick()
}

// Shaped has Next read the values of a name that are of the shape and, if there
// is an also, of which it says yes to what stands between the quotes.
func (n *Names) Shaped(at int, s *Shape, also func(said []byte) bool) {
	n.members[at].quick = quick{way: ofShape, shape: s.fixed, also: also}
}

// Find returns the index of a name, or -1.
func (n *Names) Find(name []byte) int { return n.table.find(name) }

// Name reads the name at i, its colon and the space behind. It returns which of
// the names it is, -1 for another one, and the offset of the value. Next is the
// index of the name that most probably comes.
func (m *Machine) Name(n *Names, i, next int) (at, value int) {
	if next < len(n.members) && n.members[next].key.begins(m.text[i:]) {
		if i += n.members[next].key.size; m.at(i) <= ' ' {
			i = m.Space(i)
		}
		return next, i
	}
	return m.name(n.table, i)
}

// Object returns a number for one more object, for Distinct.
func (m *Machine) Object() uint32 { return m.names.frame() }

// Distinct notes that the object has the member whose name stands at i. It is
// false if it had it before.
func (m *Machine) Distinct(object uint32, i int) bool {
	end, info := m.str(i)
	return m.distinct(i, end, info.escaped, object)
}

// PassOver is Skip for a value that nobody looks at: its numbers may be beyond
// the limits.
func (m *Machine) PassOver(i, depth int) int { return m.passOver(i, depth) }

// Separator reads what follows a member: more is false if that ends the object.
func (m *Machine) Separator(i int) (next int, more bool) {
	if m.at(i) != ',' {
		if i = m.Space(i); m.at(i) == '}' {
			return i + 1, false
		}
		if m.at(i) != ',' {
			return m.syntax(i), false
		}
	}
	if i++; m.at(i) <= ' ' {
		i = m.Space(i)
	}
	return i, true
}

// Filled reads the string at i, and tells whether it is not empty.
func (m *Machine) Filled(i int) (filled bool, end int) {
	if m.at(i) != '"' {
		return false, m.syntax(i)
	}
	if j := m.plain(i + 1); m.at(j) == '"' {
		return j > i+1, j + 1
	}
	end, _ = m.str(i)
	return true, end
}

// Has returns the offset behind the text if it stands at i, else -1.
func (m *Machine) Has(text string, i int) int {
	if end := i + len(text); end <= len(m.text) && string(m.text[i:end]) == text {
		return end
	}
	return -1
}

// Slice returns the bytes between two offsets, as they are written.
func (m *Machine) Slice(i, end int) []byte { return m.text[i:end] }

// Escapes reports whether the text holds a backslash.
func (m *Machine) Escapes() bool { return bytes.IndexByte(m.text, '\\') >= 0 }

// Room returns an empty slice with room for n bytes, which holds until the next
// call.
func (m *Machine) Room(n int) []byte {
	m.scratch = slices.Grow(m.scratch[:0], n)
	return m.scratch
}

// Byte returns the byte at i; 0 is the end.
func (m *Machine) Byte(i int) byte { return m.at(i) }

// Text reads the string at i. What it says holds until the next call.
func (m *Machine) Text(i int) (said []byte, end int) {
	if m.at(i) != '"' {
		return nil, m.syntax(i)
	}
	end, info := m.str(i)
	if end < 0 {
		return nil, end
	}
	return m.content(i, end, info.escaped), end
}

// Integer reads a number that is written as an integer of 64 bits; ok is false
// for another number.
func (m *Machine) Integer(i int) (n int64, end int, ok bool) {
	lit := m.number(i)
	if lit.end < 0 {
		return 0, lit.end, false
	}
	if lit.small {
		return lit.value, lit.end, lit.value != 0 || m.text[i] != '-'
	}
	n, err := strconv.ParseInt(string(m.text[i:lit.end]), 10, 64)
	return n, lit.end, err == nil
}

// Trust says that what is read next was read before. It returns what held.
func (m *Machine) Trust(trusted bool) (before bool) {
	before, m.trusted = m.trusted, trusted
	return before
}

// Fail notes a fault and returns -1.
func (m *Machine) Fail(i int, keyword string) int { return m.fail(i, keyword) }

// A Shape is a form that all strings of one length have.
type Shape struct{ fixed *fixed }

// NewShape reads an anchored expression of package regexp over ASCII, of which
// no character depends on another one. It returns nil if it is no such thing.
func NewShape(expression string) *Shape {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	d := newDFA(tree)
	if d == nil {
		return nil
	}
	f := d.fixed()
	if f == nil {
		return nil
	}
	return &Shape{f}
}

// HasShape returns the offset behind a string of the shape at i, or -1: then it
// may be one that is escaped, or stands at the end of the text.
func (m *Machine) HasShape(s *Shape, i int) int {
	if m.at(i) == '"' && s.fixed.at(m.text, i+1) {
		return i + s.fixed.size + 2
	}
	return -1
}
