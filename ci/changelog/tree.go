package changelog

import (
	"context"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A tree is a schema as named parts.
type tree struct {
	root *node
	json *jsondoc.Node // of JSON Schema and Avro
}

// at returns the element at the end of a path, or nil.
func (n *node) at(path []string) *node {
	for _, token := range path {
		if n == nil {
			return nil
		}
		n = n.parts[jsondoc.EscapePointer(token)]
	}
	return n
}

func quoted(name string) string {
	return string((&jsondoc.Node{Kind: jsondoc.String, Text: name}).Canonical())
}

// words returns how changes of a format are worded.
func words(format evctl.Format, before, after tree) wording {
	switch format {
	case evctl.Avro:
		return avroWords
	case evctl.Protobuf:
		return protobufWords
	}
	return jsonWords(before.root, after.root)
}

func parse(ctx context.Context, s *evctl.Schema) (tree, error) {
	if s.Format == evctl.Protobuf {
		return parseProtobuf(ctx, s)
	}
	doc, err := jsondoc.Parse(s.File, s.Text)
	if err != nil {
		return tree{}, err
	}
	return tree{root: fromJSON("", doc.Root), json: doc.Root}, nil
}

// fromJSON turns a value into a node. Objects have named parts; so have arrays
// whose elements carry distinct names, such as an Avro record's fields. Arrays
// of scalars are sets: in a schema, their order says nothing.
func fromJSON(key string, n *jsondoc.Node) *node {
	switch n.Kind {
	case jsondoc.Object:
		parts := map[string]*node{}
		for _, m := range n.Members {
			parts[jsondoc.EscapePointer(m.Name)] = fromJSON(m.Name, m.Value)
		}
		return &node{parts: parts}
	case jsondoc.Array:
		return fromArray(key, n)
	}
	return &node{text: string(n.Canonical())}
}

func fromArray(key string, n *jsondoc.Node) *node {
	if parts := namedItems(n); parts != nil {
		return &node{parts: parts}
	}
	list := &node{set: []string{}}
	for _, item := range n.Items {
		if item.Kind == jsondoc.Object || item.Kind == jsondoc.Array || key == "default" || key == "const" || key == "prefixItems" {
			return positional(n)
		}
		list.set = append(list.set, string(item.Canonical()))
	}
	return list
}

// positional names the elements by their index.
func positional(n *jsondoc.Node) *node {
	parts := map[string]*node{}
	for i, item := range n.Items {
		parts[index(i)] = fromJSON("", item)
	}
	return &node{parts: parts}
}

// namedItems returns the elements by their names, or nil if one has none.
func namedItems(n *jsondoc.Node) map[string]*node {
	parts := map[string]*node{}
	for _, item := range n.Items {
		name := itemName(item)
		if name == "" || parts[name] != nil {
			return nil
		}
		parts[name] = fromJSON("", item)
	}
	if len(parts) == 0 {
		return nil
	}
	return parts
}

func itemName(item *jsondoc.Node) string {
	if name := item.Get("name"); name != nil && name.Kind == jsondoc.String {
		return jsondoc.EscapePointer(name.Text)
	}
	return ""
}

// named rewrites a JSON pointer the way the tree names things: an element of
// an array by its name instead of its index.
func (t tree) named(pointer string) string {
	if t.json == nil || pointer == "" {
		return pointer
	}
	var b strings.Builder
	n := t.json
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		var next *jsondoc.Node
		if n != nil {
			next, _ = n.At("/" + token)
			if n.Kind == jsondoc.Array && namedItems(n) != nil && next != n {
				token = itemName(next)
			}
		}
		b.WriteString("/" + token)
		n = next
	}
	return b.String()
}
