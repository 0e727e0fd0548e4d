package search

// An index finds a fact by a number, of a node or a region. The zero value is
// ready to use.
type index struct {
	entries []entry // a power of two of them, at most half in use
	used    int
}

type entry struct{ key, at int32 } // key is one more than the number; 0: free

func (x *index) home(number int32) uint32 {
	return uint32(number) * 2_654_435_769 >> 8 & uint32(len(x.entries)-1)
}

// find returns the entry of a number, or the free one where it belongs.
func (x *index) find(number int32) uint32 {
	i := x.home(number)
	for x.entries[i].key != number+1 && x.entries[i].key != 0 {
		i = (i + 1) & uint32(len(x.entries)-1)
	}
	return i
}

func (x *index) get(number int32) (at int32, ok bool) {
	if x.used == 0 {
		return 0, false
	}
	s := x.entries[x.find(number)]
	return s.at, s.key != 0
}

func (x *index) put(number, at int32) {
	if 2*x.used >= len(x.entries) {
		old := x.entries
		x.entries = make([]entry, max(16, 2*len(old)))
		for _, s := range old {
			if s.key != 0 {
				x.entries[x.find(s.key-1)] = s
			}
		}
	}
	i := x.find(number)
	if x.entries[i].key == 0 {
		x.used++
	}
	x.entries[i] = entry{number + 1, at}
}

// drop frees the entry of a number that is there, and moves up those that were
// put off by it.
func (x *index) drop(number int32) {
	mask := uint32(len(x.entries) - 1)
	free := x.find(number)
	for i := (free + 1) & mask; x.entries[i].key != 0; i = (i + 1) & mask {
		if (i-x.home(x.entries[i].key-1))&mask >= (i-free)&mask {
			x.entries[free] = x.entries[i]
			free = i
		}
	}
	x.entries[free] = entry{}
	x.used--
}

func (x *index) clear() {
	if x.used > 0 {
		clear(x.entries)
		x.used = 0
	}
}
