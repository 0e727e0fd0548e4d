package parquet

import (
	"errors"
	"fmt"
)

// Physical types, by their numbers in the format.
const (
	Boolean = iota
	Int32
	Int64
	Int96
	Float
	Double
	Bytes
	Fixed
)

// A Meaning is what a value stands for beside its physical type.
type Meaning int

// The meanings that are told apart; a type without one of them is None.
const (
	None Meaning = iota
	Text
	JSON
	Date
	Millis // of a timestamp
	Micros
	Nanos
	Decimal
	UUID
	Half // a floating-point number of 16 bits, in a Fixed of two bytes
	Unsigned
	List
	Map
)

// A Node is a column or a group of columns. Levels are those of the format: Present
// is the definition level at which it is there, Repeats its repetition level.
type Node struct {
	Name     string
	Meaning  Meaning
	Scale    int // of a Decimal
	Optional bool
	Repeated bool
	Present  int
	Repeats  int
	Children []*Node // of a group
	Leaf     int     // index of the first column in it

	kind   int // of a column
	length int // of a Fixed
}

// IsGroup reports whether it is no column.
func (n *Node) IsGroup() bool { return n.kind < 0 }

// Kind is the physical type of a column.
func (n *Node) Kind() int { return n.kind }

// stride is how many bytes a value takes if all take as many; 0 for others.
func (n *Node) stride() int {
	switch n.kind {
	case Int32, Float:
		return 4
	case Int64, Double:
		return 8
	case Int96:
		return 12
	case Fixed:
		return n.length
	}
	return 0
}

// An element is a node as the footer lists them, in depth-first order.
type element struct {
	node     Node
	children int
}

// element reads SchemaElement.
func (t *thrift) element(kind byte) (e element) {
	e.node.kind = -1
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1:
			e.node.kind = int(t.integer(kind))
		case 2:
			e.node.length = int(t.integer(kind))
		case 3:
			repetition := t.integer(kind)
			e.node.Optional, e.node.Repeated = repetition == 1, repetition == 2
		case 4:
			e.node.Name = string(t.binary(kind))
		case 5:
			e.children = int(t.integer(kind))
		case 6:
			if old := converted(t.integer(kind)); e.node.Meaning == None {
				e.node.Meaning = old
			}
		case 7:
			e.node.Scale = int(t.integer(kind))
		case 10:
			if m := t.logical(kind); m != None {
				e.node.Meaning = m
			}
		default:
			t.skip(kind)
		}
	})
	return e
}

// converted is the meaning of a ConvertedType, which older writers give.
func converted(n int64) Meaning {
	switch n {
	case 0, 4:
		return Text
	case 1, 2:
		return Map
	case 3:
		return List
	case 5:
		return Decimal
	case 6:
		return Date
	case 9:
		return Millis
	case 10:
		return Micros
	case 11, 12, 13, 14:
		return Unsigned
	case 19:
		return JSON
	}
	return None
}

// logical reads LogicalType, a union.
func (t *thrift) logical(kind byte) (m Meaning) {
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1, 4:
			m = Text
		case 2:
			m = Map
		case 3:
			m = List
		case 5:
			m = Decimal
		case 6:
			m = Date
		case 8:
			m = t.timestamp(kind)
			return
		case 10:
			m = t.whole(kind)
			return
		case 12:
			m = JSON
		case 14:
			m = UUID
		case 15:
			m = Half
		}
		t.skip(kind)
	})
	return m
}

// timestamp reads TimestampType. A local time is read as if it were UTC: the
// envelope knows no other.
func (t *thrift) timestamp(kind byte) (m Meaning) {
	t.fields(kind, func(id int, kind byte) {
		if id != 2 {
			t.skip(kind)
			return
		}
		t.fields(kind, func(id int, kind byte) {
			if id >= 1 && id <= 3 {
				m = Millis + Meaning(id-1)
			}
			t.skip(kind)
		})
	})
	return m
}

// whole reads IntType.
func (t *thrift) whole(kind byte) (m Meaning) {
	t.fields(kind, func(id int, kind byte) {
		if id == 2 && !t.truth(kind) {
			m = Unsigned
		} else if id != 2 {
			t.skip(kind)
		}
	})
	return m
}

// tree makes the schema of its elements.
func (f *File) tree(elements []element) error {
	if len(elements) == 0 {
		return errors.New("there is none")
	}
	elements[0].node.Optional, elements[0].node.Repeated = false, false
	b := &builder{file: f, rest: elements}
	var err error
	if f.Root, err = b.node(&Node{}, 0); err == nil && (len(b.rest) > 0 || !f.Root.IsGroup()) {
		err = errors.New("its elements are no tree")
	}
	return err
}

type builder struct {
	file *File
	rest []element
}

func (b *builder) node(parent *Node, depth int) (*Node, error) {
	if len(b.rest) == 0 || depth > maxLevels {
		return nil, fmt.Errorf("its elements are no tree, or it is nested deeper than %d", maxLevels)
	}
	e := b.rest[0]
	b.rest = b.rest[1:]
	n := &e.node
	n.Present, n.Repeats, n.Leaf = parent.Present, parent.Repeats, len(b.file.leaves)
	if n.Optional || n.Repeated {
		n.Present++
	}
	if n.Repeated {
		n.Repeats++
	}
	if !n.IsGroup() {
		return n, b.leaf(n, e.children)
	}
	for range e.children {
		child, err := b.node(n, depth+1)
		if err != nil {
			return nil, err
		}
		n.Children = append(n.Children, child)
	}
	if len(n.Children) == 0 {
		return nil, fmt.Errorf("group %s is empty", n.Name)
	}
	return n, nil
}

func (b *builder) leaf(n *Node, children int) error {
	if n.kind > Fixed || children != 0 || n.kind == Fixed && (n.length < 1 || n.length > maxHeader) {
		return fmt.Errorf("column %s: type %d of length %d with %d children", n.Name, n.kind, n.length, children)
	}
	if b.file.leaves = append(b.file.leaves, n); len(b.file.leaves) > maxColumns {
		return fmt.Errorf("more than %d columns", maxColumns)
	}
	return nil
}
