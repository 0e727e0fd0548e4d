package program

import "hash/maphash"

// An outline tells where the members of the outermost object stand that a program
// read last: to find them once more would take longer than to hash them.
type outline struct {
	names        *Names // nil if it is not known
	object       int    // where it stands
	seen         uint64
	starts, ends [64]int // of the values
}

func (o *outline) begin(w *Walk) {
	o.names = nil
	w.Starts, w.Ends = o.starts[:], o.ends[:]
}

// end notes the object at i, if all that it holds was noted.
func (o *outline) end(w *Walk, i int) {
	if len(w.Names.members) <= len(o.starts) && !w.others {
		o.names, o.object, o.seen = w.Names, i, w.Seen
	}
}

// hashOutlined is hashObject for a text without escapes. It returns false if it
// cannot tell.
func (m *Machine) hashOutlined(i int) (h uint64, ok bool) {
	o := &m.outline
	if o.names == nil || o.object != i {
		return 0, false
	}
	h = emptyObject
	for at := range o.names.members {
		if o.seen>>at&1 == 0 {
			continue
		}
		start, end := o.starts[at], o.ends[at]
		if m.text[start-1] != ':' || m.text[start-2] != '"' {
			return 0, false
		}
		name := start - o.names.members[at].key.size
		if m.text[start] == '"' {
			h += maphash.Bytes(m.names.seed, m.text[name+1:end-1])
		} else {
			member, _ := m.hashMember(name)
			h += member
		}
	}
	return h, true
}
