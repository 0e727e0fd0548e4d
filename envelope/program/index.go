package program

import (
	"encoding/binary"
	"math/bits"
)

// An index finds a name, as compact JSON writes it, by a few of its bytes: it
// tells which one it is if it is one at all.
type index struct {
	nodes []indexNode // none: there are too many names, or JSON escapes one
	reach int         // bytes from the beginning of a name that at looks at
}

// An indexNode looks at a word, which begins at an offset in the name, as far as
// no name with its closing quote and colon ends before. A slot holds the number
// of a name or, negated, that of a node that tells apart names that begin alike.
type indexNode struct {
	offset    int
	mask, mix uint64
	shift     uint8
	slots     []int16
}

// Limits of an index.
const (
	maxIndexed = 64 // names
	maxTries   = 64 // of multipliers, before there are more slots
	maxWidth   = 12 // bits of the number of slots
)

// newIndex indexes distinct names.
func newIndex(names []string) index {
	var x index
	if len(names) > maxIndexed {
		return x
	}
	all := make([]int16, len(names))
	for i, name := range names {
		if newKey(name).size == 0 {
			return x
		}
		all[i] = int16(i)
	}
	if !x.add(names, all, 0) {
		return index{}
	}
	return x
}

// add makes the node of names that are alike up to the offset.
func (x *index) add(names []string, group []int16, offset int) bool {
	n := indexNode{offset: offset, mask: ^uint64(0)}
	for _, at := range group {
		if rest := len(names[at]) + len(`":`) - offset; rest < 8 {
			n.mask &= 1<<(8*rest) - 1
		}
	}
	alike := map[uint64][]int16{}
	var words []uint64
	for _, at := range group {
		b := make([]byte, 8)
		copy(b, names[at][offset:]+`":`)
		w := binary.LittleEndian.Uint64(b) & n.mask
		if alike[w] == nil {
			words = append(words, w)
		}
		alike[w] = append(alike[w], at)
	}
	if !n.spread(words) {
		return false
	}
	x.reach = max(x.reach, offset+8)
	id := len(x.nodes)
	x.nodes = append(x.nodes, n)
	for _, w := range words {
		group := alike[w]
		slot := &n.slots[w*n.mix>>n.shift]
		if *slot = group[0]; len(group) > 1 {
			*slot = -int16(len(x.nodes))
			if !x.add(names, group, offset+common(names, group, offset)) {
				return false
			}
		}
	}
	x.nodes[id] = n
	return true
}

// common is how many bytes behind the offset the names have in common.
func common(names []string, group []int16, offset int) int {
	first := names[group[0]][offset:] + `"`
	n := len(first)
	for _, at := range group[1:] {
		other := names[at][offset:] + `"`
		n = min(n, len(other))
		for i := range n {
			if first[i] != other[i] {
				n = i
				break
			}
		}
	}
	return n
}

// spread finds a multiplier that gives each word a slot of its own.
func (n *indexNode) spread(words []uint64) bool {
	mix := uint64(0x9e3779b97f4a7c15)
	for size := bits.Len(uint(2 * len(words))); size <= maxWidth; size++ {
		n.shift = uint8(64 - size)
		for range maxTries {
			mix = mix*0xbf58476d1ce4e5b9 + 0x94d049bb133111eb
			n.mix = mix | 1
			n.slots = make([]int16, 1<<size)
			if n.apart(words) {
				clear(n.slots)
				return true
			}
		}
	}
	return false
}

// apart marks the slots of the words, and is false if two have the same.
func (n *indexNode) apart(words []uint64) bool {
	for _, w := range words {
		slot := &n.slots[w*n.mix>>n.shift]
		if *slot != 0 {
			return false
		}
		*slot = 1
	}
	return true
}

// at returns which of the names it is whose inside begins at i, or any number.
func (x *index) at(b []byte, i int) int {
	if len(x.nodes) == 0 || i+x.reach > len(b) {
		return 0
	}
	n := &x.nodes[0]
	for {
		at := n.slots[word(b, i+n.offset)&n.mask*n.mix>>n.shift]
		if at >= 0 {
			return int(at)
		}
		n = &x.nodes[-at]
	}
}
