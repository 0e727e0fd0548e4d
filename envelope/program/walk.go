package program

// A Walk reads the members of one object, see Next.
type Walk struct {
	Names *Names
	Seen  uint64 // which of the first 64 names came, by bit
	Name  int    // where the name of the member stands that Next returned
	Next  int    // which of the names most probably comes

	// If not nil: where the values begin and end that Next read, by name.
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
	b, members := m.text, w.Names.members
	next, read := w.Next, 0
	for {
		w.Name = i
		if next < len(members) && members[next].key.fits(b, i) && members[next].key.begins(b, i) && members[next].key.ends(b, i) {
			at = next
			i += members[at].key.size
			if i < len(b) && b[i] <= ' ' {
				i = m.Space(i)
			}
		} else if at, i = m.name(w.Names.table, i); i < 0 || at < 0 {
			break
		}
		next = at + 1
		q := &members[at].quick
		if q.way == careful {
			break
		}
		end := q.read(m, b, i)
		bit := uint64(1) << (at & 63)
		if end < 0 || w.Seen&bit != 0 {
			break
		}
		w.Seen |= bit
		if at < len(w.Starts) && at < len(w.Ends) {
			w.Starts[at], w.Ends[at] = i, end
		}
		read++
		i = end
		if i < len(b) && b[i] == ',' {
			if i++; i < len(b) && b[i] <= ' ' {
				i = m.Space(i)
			}
			continue
		}
		var more bool
		if i, more = m.Separator(i); !more {
			at = Closed
			break
		}
	}
	w.Next = next
	w.count += read
	m.steps -= read
	return at, i
}
