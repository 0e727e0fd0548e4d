package logic

import (
	"hash/maphash"
	"slices"

	"github.com/evctl/evctl/internal/jsonschema"
)

// A Table interns nodes. It is not safe for concurrent use.
type Table struct {
	nodes    []Node
	ranks    []rank // of the nodes
	index    map[string]int32
	patterns map[string]*Pattern
	regions  map[string]*Region
	names    map[string]*Region // of one name
	typed    [All]Lit           // literals of sets of types; 0: not made yet
	formats  map[string]*jsonschema.Format
	seen     int // Seens made
	losses   int // how often Make dropped what may mention names

	cycles    map[uint64][]int32 // nodes that reach themselves, by hash
	cycleHash map[int32]uint64   // and back
	seed      maphash.Seed

	room    room  // for a graph
	scratch key   // of intern
	rest    []Lit // of a conjunction
}

// NewTable returns a table that holds True alone.
func NewTable() *Table {
	return &Table{
		nodes:    []Node{{Kind: Constant, Of: All}},
		ranks:    []rank{0},
		index:    map[string]int32{},
		patterns: map[string]*Pattern{},
		regions:  map[string]*Region{},
		names:    map[string]*Region{},
		formats:  map[string]*jsonschema.Format{},

		cycles:    map[uint64][]int32{},
		cycleHash: map[int32]uint64{},
		seed:      maphash.MakeSeed(),
	}
}

// Seen returns a new way of seeing values, equal to no other.
func (t *Table) Seen() *Seen {
	t.seen++
	return &Seen{ID: t.seen}
}

// Len returns the number of nodes.
func (t *Table) Len() int { return len(t.nodes) }

// Node returns a literal's node.
func (t *Table) Node(l Lit) *Node { return &t.nodes[l.Node()] }

// intern returns the positive literal of the node, whose arguments are in
// canonical order. It copies them if the node is new.
func (t *Table) intern(n Node) Lit {
	k := n.appendLabel(t.scratch[:0])
	for _, arg := range n.Args {
		k.lit(arg)
	}
	t.scratch = k
	if id, ok := t.index[string(k)]; ok {
		return Lit(id << 1)
	}
	id := int32(len(t.nodes))
	t.index[string(k)] = id
	if n.Kind != Typed {
		n.Of = speaksOf[n.Kind]
	}
	n.Args = slices.Clone(n.Args)
	t.nodes, t.ranks = append(t.nodes, n), append(t.ranks, t.rank(&n))
	return Lit(id << 1)
}

// Make returns the node with its arguments, simplified. Its Args are ignored.
func (t *Table) Make(n Node, args []Lit) Lit {
	switch n.Kind {
	case Constant:
		return True
	case And:
		return t.And(args...)
	case OneOf:
		return t.OneOf(args...)
	case Typed:
		return t.Type(n.Of)
	case Enum:
		return t.Enum(n.Values)
	case Every, Names:
		if args[0] == True || n.Region.Empty() {
			return True
		}
	case Mention: // of a schema for the names that no keyword lists, if it has one
		if len(args) > 0 && args[0] == True {
			return True
		}
		args = nil
	case MinProps, MinLength:
		if n.N <= 0 {
			return True
		}
	case MaxProps:
		if n.Region.Empty() {
			return True
		}
	case Each:
		if args[0] == True || n.N >= n.M {
			return True
		}
	case AtLeast:
		if n.N <= 0 {
			t.losses++
			return True
		}
		if args[0] == False {
			t.losses++
			return t.Type(All &^ Array)
		}
	case AtMost:
		if args[0] == False {
			t.losses++
			return True
		}
	}
	n.Args = args
	return t.intern(n)
}

// Type states that the value has one of the types.
func (t *Table) Type(of Types) Lit {
	switch {
	case of == All:
		return True
	case of == 0:
		return False
	case of&Null != 0: // one node for a set of types and its complement
		return t.Type(All &^ of).Not()
	}
	if t.typed[of] == 0 {
		t.typed[of] = t.intern(Node{Kind: Typed, Of: of})
	}
	return t.typed[of]
}

// TypesOf returns the types that a literal of a Typed node lets in.
func (t *Table) TypesOf(l Lit) Types {
	of := t.Node(l).Of
	if l.Negative() {
		return All &^ of
	}
	return of
}

// OneOf states that exactly one of the literals holds.
func (t *Table) OneOf(args ...Lit) Lit {
	kept := make([]Lit, 0, len(args))
	for _, arg := range args {
		switch arg {
		case False:
		case True: // then none of the others may hold
			t.losses++
			others := slices.DeleteFunc(slices.Clone(args), func(l Lit) bool { return l == False })
			i := slices.Index(others, True)
			others = slices.Delete(others, i, i+1)
			for j := range others {
				others[j] = others[j].Not()
			}
			return t.And(others...)
		default:
			kept = append(kept, arg)
		}
	}
	switch len(kept) {
	case 0:
		return False
	case 1:
		return kept[0]
	}
	t.Sort(kept)
	return t.intern(Node{Kind: OneOf, Args: kept})
}
