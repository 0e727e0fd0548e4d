package jsondoc

import "hash/maphash"

// indexFrom is the number of members from which on a parsed object is indexed.
const indexFrom = 24

// An index finds the members of a large object by name, so that looking up
// each of them takes no quadratic time. It holds for one slice of members.
type index struct {
	members []Member
	seed    maphash.Seed
	slots   []uint32 // 1 + the number of a member, or 0; a power of two of them, less than half taken
}

// newIndex indexes members; it reports whether their names are distinct.
func newIndex(members []Member) (x *index, distinct bool) {
	size := 4
	for size <= 2*len(members) {
		size *= 2
	}
	x = &index{members: members, seed: maphash.MakeSeed(), slots: make([]uint32, size)}
	for i, m := range members {
		slot := x.slot(m.Name)
		if *slot != 0 {
			return nil, false
		}
		*slot = uint32(i) + 1
	}
	return x, true
}

// slot returns the slot of the member of this name, or the free one for it.
func (x *index) slot(name string) *uint32 {
	mask := uint64(len(x.slots) - 1)
	for at := maphash.String(x.seed, name) & mask; ; at = (at + 1) & mask {
		if slot := &x.slots[at]; *slot == 0 || x.members[*slot-1].Name == name {
			return slot
		}
	}
}

func (x *index) member(name string) *Member {
	if slot := *x.slot(name); slot != 0 {
		return &x.members[slot-1]
	}
	return nil
}

// of reports whether the index was made for these very members.
func (x *index) of(members []Member) bool {
	return x != nil && len(members) == len(x.members) && &members[0] == &x.members[0]
}

// indexed indexes the members if they are many; it reports whether their names
// are distinct.
func (n *Node) indexed() (distinct bool) {
	if len(n.Members) >= indexFrom {
		n.index, distinct = newIndex(n.Members)
		return distinct
	}
	for i := range n.Members {
		for j := range i {
			if n.Members[i].Name == n.Members[j].Name {
				return false
			}
		}
	}
	return true
}
