package logic

import (
	"cmp"
	"slices"
)

// Sort sorts literals by what they say, True and False first and a literal
// before its negation: what is looked for first, and found, depends on nothing
// else that the table holds. Literals of equal rank, which is next to never,
// are in the order of their nodes.
func (t *Table) Sort(lits []Lit) { slices.SortFunc(lits, t.compare) }

func (t *Table) compare(a, b Lit) int {
	if a.Node() != b.Node() {
		if c := cmp.Compare(t.ranks[a.Node()], t.ranks[b.Node()]); c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

// A rank is the height of a node over its atoms, so that what is simple comes
// first, then its kind and a hash of what it says.
type rank uint64

const (
	kindBits  = 5
	hashBits  = 47
	maxHeight = 1<<(64-kindBits-hashBits) - 1
)

func (r rank) height() rank { return r >> (kindBits + hashBits) }

// A ranking makes the rank of one node. Its hash is FNV-1a over words, the same
// in each run; nothing is identified by it.
type ranking struct {
	kind   Kind
	height rank
	hash   uint64
}

// ranking returns that of a node without arguments. Ways of seeing values are
// alike to it.
func (t *Table) ranking(n *Node) ranking {
	r := ranking{kind: n.Kind, hash: 14695981039346656037}
	label := *n
	if n.Region != nil {
		r.add(n.Region.hash)
		label.Region = &Region{}
	}
	if n.Seen != nil {
		label.Seen = &Seen{}
	}
	t.scratch = label.appendLabel(t.scratch[:0])
	r.text(t.scratch)
	return r
}

func (r *ranking) add(word uint64) { r.hash = (r.hash ^ word) * 1099511628211 }

func (r *ranking) text(b []byte) {
	for _, c := range b {
		r.add(uint64(c))
	}
}

// argument counts a literal in whose node has its rank.
func (r *ranking) argument(t *Table, l Lit) {
	of := t.ranks[l.Node()]
	r.height = max(r.height, min(of.height()+1, maxHeight))
	r.add(uint64(of)<<1 | uint64(l&1))
}

func (r *ranking) rank() rank {
	mixed := (r.hash ^ r.hash>>29) * 0xbf58476d1ce4e5b9
	return r.height<<(kindBits+hashBits) | rank(r.kind)<<hashBits | rank(mixed>>(64-hashBits))
}

// rank returns the rank of a node whose arguments have theirs.
func (t *Table) rank(n *Node) rank {
	r := t.ranking(n)
	for _, arg := range n.Args {
		r.argument(t, arg)
	}
	return r.rank()
}
