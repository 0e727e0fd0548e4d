package yamldoc

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/evctl/evctl"
)

// A Node is a value of a file whose format belongs to another tool, so that no
// struct describes it. The zero Node is a value that is not there; all methods
// take it.
type Node struct {
	doc  *Document
	node ast.Node
	at   *token.Token // the key of a mapping's member, else the value's start
}

// An Entry is a member of a mapping.
type Entry struct {
	Key   string
	Value Node
}

// Root returns the document's value.
func (d *Document) Root() Node {
	if d.root == nil {
		return Node{}
	}
	return Node{d, d.root, start(d.root)}
}

// Exists reports whether the value is there. A null is.
func (n Node) Exists() bool { return n.node != nil }

// Position returns where the value stands: at its key, if it has one.
func (n Node) Position() evctl.Position {
	if n.node == nil {
		return evctl.Position{}
	}
	return n.doc.position(n.at)
}

// Get follows keys through mappings.
func (n Node) Get(keys ...string) Node {
	for _, key := range keys {
		n = n.member(key)
	}
	return n
}

func (n Node) member(key string) Node {
	for _, entry := range n.Entries() {
		if entry.Key == key {
			return entry.Value
		}
	}
	return Node{}
}

// Entries returns the members of a mapping in the order of the file, then those
// of the mappings it merges (<<). Of anything else there are none.
func (n Node) Entries() []Entry {
	entries, _ := entriesOf(n.value())
	var out []Entry
	var merged []Node
	seen := map[string]bool{}
	for _, e := range entries {
		value := Node{n.doc, e.Value, e.Key.GetToken()}
		if e.Key.IsMergeKey() {
			merged = append(merged, value)
			continue
		}
		key := e.Key.GetToken().Value
		seen[key] = true
		out = append(out, Entry{key, value})
	}
	for _, m := range merged {
		sources := m.Items()
		if len(sources) == 0 {
			sources = []Node{m}
		}
		for _, source := range sources {
			for _, e := range source.Entries() {
				if !seen[e.Key] {
					seen[e.Key] = true
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// Items returns the values of a list. Of anything else there are none.
func (n Node) Items() []Node {
	seq, ok := n.value().(*ast.SequenceNode)
	if !ok {
		return nil
	}
	out := make([]Node, 0, len(seq.Values))
	for _, v := range seq.Values {
		out = append(out, Node{n.doc, v, start(v)})
	}
	return out
}

// IsMapping reports whether the value is a mapping.
func (n Node) IsMapping() bool {
	_, ok := entriesOf(n.value())
	return ok
}

// Text returns the text of a scalar as it is written, without quotes. Anything
// else, a null too, has none.
func (n Node) Text() string {
	switch v := n.value().(type) {
	case nil, *ast.NullNode:
		return ""
	case *ast.LiteralNode:
		return v.Value.Value
	case ast.ScalarNode:
		return v.GetToken().Value
	}
	return ""
}

// value strips anchors and tags, and follows aliases. Checks at parsing have
// bounded both.
func (n Node) value() ast.Node {
	at := n.node
	for {
		switch v := at.(type) {
		case nil:
			return nil
		case *ast.AliasNode:
			at = n.doc.aliases[v]
		case *ast.AnchorNode:
			at = v.Value
		case *ast.TagNode:
			at = v.Value
		default:
			return at
		}
	}
}
