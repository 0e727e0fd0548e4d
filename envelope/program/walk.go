package program

import "math/bits"

// A Walk reads the members of one object, see Next.
type Walk struct {
	Names *Names
	Seen  uint64 // which of the first 64 names came, by bit
	Name  int    // where the name of the member stands that Next returned
	Next  int    // which of the names most probably comes

	// If not nil: where the values that Next read begin and end, by name.
	Starts, Ends []int

	count  int  // of members that Next read
	others bool // there were other names
	base   int  // in Machine.words, of the names seen from 64 on
}

// What Next returns in place of a name.
const (
	Other  = -1 // it is another name
	Closed = -2 // the object ended
)

// Next reads members from the name at i on as long as each has a value that its
// quick check knows to be valid. It returns which name the first one has that
// the caller must judge, and the offset of its value; or Closed, and the offset
// behind the object. The caller looks whether the name came before, and notes in
// Seen that it came.
func (m *Machine) Next(w *Walk, i int) (at, value int) {
	names, before := w.Names, w.Seen
	for {
		w.Name = i
		end := -1
		if at, value = w.Next, -1; at < len(names.members) {
			value, end = names.members[at].read(m.text, i)
		}
		if value < 0 {
			if at, value, end = m.find(names, i); at < 0 || value < 0 {
				break
			}
		}
		w.Next = at + 1
		if end < 0 || w.Seen>>(at&63)&1 != 0 {
			break
		}
		w.Seen |= 1 << (at & 63)
		if at < len(w.Starts) && at < len(w.Ends) {
			w.Starts[at], w.Ends[at] = value, end
		}
		if i = end + 1; i < len(m.text) && m.text[end] == ',' {
			if m.text[i] <= ' ' {
				i = m.Space(i)
			}
			continue
		}
		var more bool
		if i, more = m.Separator(end); !more {
			at, value = Closed, i
			break
		}
	}
	read := bits.OnesCount64(w.Seen ^ before)
	w.count += read
	m.steps -= read
	return at, value
}

// find is read for one that is not the most probable.
func (m *Machine) find(n *Names, i int) (at, value, end int) {
	if at = n.index.at(m.text, i+1); at < len(n.members) {
		if value, end = n.members[at].read(m.text, i); value >= 0 {
			return at, value, end
		}
	}
	at, value = m.name(n.table, i)
	return at, value, -1
}

// read reads the name and a value that is surely valid. Value is -1 if the name
// is not there as compact JSON writes it, end if nothing is known of the value.
func (p *member) read(b []byte, i int) (value, end int) {
	if !p.key.begins(b[i:]) {
		return -1, -1
	}
	if i += p.key.size; i < len(b) && b[i] <= ' ' {
		i = space(b, i)
	}
	if i >= len(b) {
		return i, -1
	}
	return i, p.quick.way(&p.quick, b, i)
}
