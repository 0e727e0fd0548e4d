package avro

import (
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/avro"
)

// A Program checks data of one schema. It may be used by many goroutines.
type Program struct {
	root      *node
	canonical []byte
}

// Canonical returns the schema's parsing canonical form, which the fingerprint of
// a single object is made of.
func (p *Program) Canonical() []byte { return p.canonical }

// A node is a type.
type node struct {
	kind     avro.Kind
	empty    bool // its data have no bytes
	size     int  // of a fixed
	symbols  int  // of an enum
	name     string
	items    *node
	branches []*node
	fields   []field
}

type field struct {
	name string
	node *node
}

// Compile prepares a schema. Errors are those of its text.
func Compile(s *evctl.Schema) (*Program, error) {
	parsed, err := avro.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	c := compiler{}
	root := c.node(parsed.Root)
	c.findEmpty()
	return &Program{root: root, canonical: parsed.Canonical()}, nil
}

// A compiler keeps a node for each named type: recursive schemas are cyclic.
type compiler map[*avro.Type]*node

func (c compiler) node(t *avro.Type) *node {
	if n := c[t]; n != nil {
		return n
	}
	n := &node{kind: t.Kind, size: t.Size, symbols: len(t.Symbols), name: t.String()}
	c[t] = n
	if t.Items != nil {
		n.items = c.node(t.Items)
	}
	for _, b := range t.Branches {
		n.branches = append(n.branches, c.node(b))
	}
	for _, f := range t.Fields {
		n.fields = append(n.fields, field{f.Name, c.node(f.Type)})
	}
	return n
}

// findEmpty marks the types whose data have no bytes: null, a fixed of size 0, a
// record of such. The least fixpoint: a record that holds itself has no datum.
func (c compiler) findEmpty() {
	for changed := true; changed; {
		changed = false
		for _, n := range c {
			if !n.empty && n.isEmpty() {
				n.empty, changed = true, true
			}
		}
	}
}

func (n *node) isEmpty() bool {
	switch n.kind {
	case avro.Null:
		return true
	case avro.Fixed:
		return n.size == 0
	case avro.Record:
		for _, f := range n.fields {
			if !f.node.empty {
				return false
			}
		}
		return true
	default:
		return false
	}
}
