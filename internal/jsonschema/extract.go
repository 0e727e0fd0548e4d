package jsonschema

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Shape is what tells how far validators look into a schema for some values:
// the names of their members, at any depth, and whether any array has items.
type Shape struct {
	Names map[string]bool
	Items bool
}

// shapeOf returns the shape of one value.
func shapeOf(value *jsondoc.Node) Shape {
	s := Shape{Names: map[string]bool{}}
	s.take(value)
	return s
}

func (s *Shape) take(n *jsondoc.Node) {
	for _, m := range n.Members {
		s.Names[m.Name] = true
		s.take(m.Value)
	}
	for _, item := range n.Items {
		s.Items = true
		s.take(item)
	}
}

// covers reports whether values of the other shape are of this one, too.
func (s Shape) covers(other Shape) bool {
	for name := range other.Names {
		if !s.Names[name] {
			return false
		}
	}
	return s.Items || !other.Items
}

// join returns the shape of both kinds of values.
func (s Shape) join(other Shape) Shape {
	names := map[string]bool{}
	for _, from := range []map[string]bool{s.Names, other.Names} {
		for name := range from {
			names[name] = true
		}
	}
	return Shape{names, s.Items || other.Items}
}

// extract returns the document without what no value of the shape comes to:
// properties of other names, schemas for items where there are none,
// definitions that nothing left refers to, and annotations. Whatever is left is
// as it was, so every value of the shape is judged as by the whole. It returns
// false where that cannot be told from the text at a glance: then the document
// has to be taken whole.
//
// The names that a schema knows do not depend on what is cut, unless a schema
// counts against a value; policy says whether they matter.
func extract(doc *jsondoc.Document, uri string, dialect Dialect, shape Shape, policy evctl.Policy) (*jsondoc.Document, bool) {
	x := &extractor{
		doc: doc, base: uri, dialect: dialect, shape: shape, named: policy != evctl.Strict,
		marked: map[*jsondoc.Node]bool{}, passed: map[*jsondoc.Node]bool{},
	}
	if id := identifier(doc.Root, dialect); id != "" {
		x.base = join(uri, id)
	}
	x.mark(doc.Root)
	if x.lost || x.named && x.negates {
		return nil, false
	}
	return &jsondoc.Document{File: doc.File, Text: doc.Text, Root: x.schema(doc.Root)}, true
}

type extractor struct {
	doc     *jsondoc.Document
	base    string
	dialect Dialect
	shape   Shape
	named   bool // names that are known matter
	negates bool // a schema counts against a value
	lost    bool // something was found that the extractor cannot follow
	marked  map[*jsondoc.Node]bool
	passed  map[*jsondoc.Node]bool // on the way to a target of a reference
}

// mark marks the schema and all that a value of the shape can come to from it.
func (x *extractor) mark(n *jsondoc.Node) {
	if x.marked[n] || !isSchema(n) || x.lost {
		return
	}
	x.marked[n] = true
	if n != x.doc.Root && isResource(n) {
		x.lost = true
	}
	if raw := text(n, "$ref"); raw != "" {
		x.follow(raw)
		if x.dialect < Draft2019 {
			return
		}
	}
	for _, m := range n.Members {
		switch m.Name {
		case "not", "if", "dependencies", "dependentSchemas":
			x.negates = true
		case "$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor":
			x.lost = true
		}
		x.below(m)
	}
}

// isResource reports whether the schema may have an address or a draft of its own.
func isResource(n *jsondoc.Node) bool {
	return text(n, "$id") != "" || text(n, "id") != "" || text(n, "$schema") != ""
}

// below marks the schemas in a keyword.
func (x *extractor) below(m jsondoc.Member) {
	a := applicatorOf(m.Name)
	switch {
	case a.shape == 0 || m.Name == "$defs" || m.Name == "definitions" || x.idle(m.Name):
	case m.Value.Kind == jsondoc.Array && a.shape&list != 0:
		for _, item := range m.Value.Items {
			x.mark(item)
		}
	case a.shape&named != 0:
		for _, sub := range m.Value.Members {
			if m.Name != "properties" || x.shape.Names[sub.Name] {
				x.mark(sub.Value)
			}
		}
	default:
		x.mark(m.Value)
	}
}

// idle reports whether the keyword speaks of items, and there are none.
func (x *extractor) idle(keyword string) bool {
	switch keyword {
	case "items", "prefixItems", "additionalItems", "unevaluatedItems":
		return !x.shape.Items && !x.named
	}
	return false
}

// follow marks the target of a reference, and the way to it. A target outside
// the document is left to the libraries, as is one that does not exist.
func (x *extractor) follow(raw string) {
	address, fragment, _ := strings.Cut(raw, "#")
	if address != "" && withoutFragment(join(x.base, address)) != x.base {
		x.lost = x.lost || !x.alone()
		return
	}
	pointer, err := url.PathUnescape(fragment)
	switch {
	case err != nil || pointer == "/":
		x.lost = true
		return
	case pointer != "" && pointer[0] != '/': // an anchor may stand anywhere
		x.lost = true
		return
	}
	n, way := x.doc.Root, []*jsondoc.Node{}
	if pointer != "" {
		for token := range strings.SplitSeq(pointer[1:], "/") {
			next, ok := n.At("/" + token)
			if !ok {
				return
			}
			if way = append(way, n); n != x.doc.Root && n.Kind == jsondoc.Object && isResource(n) {
				x.lost = true
			}
			n = next
		}
	}
	for _, p := range way {
		x.passed[p] = true
	}
	x.passed[n] = true
	x.mark(n)
}

// alone reports whether no schema but the root can have an address.
func (x *extractor) alone() bool {
	keyword := []byte(`"$id"`)
	if x.dialect == Draft4 {
		keyword = []byte(`"id"`)
	}
	own := 0
	if identifier(x.doc.Root, x.dialect) != "" {
		own = 1
	}
	return bytes.Count(x.doc.Text, keyword) <= own && !bytes.Contains(x.doc.Text, []byte(`\u`))
}

// schema copies a schema without what is not marked. Of a schema that is only
// passed by it keeps the way.
func (x *extractor) schema(n *jsondoc.Node) *jsondoc.Node {
	if n.Kind != jsondoc.Object {
		return n
	}
	hidden := !x.marked[n] || x.dialect < Draft2019 && hasRef(n)
	kept := *n
	kept.Members = nil
	for _, m := range n.Members {
		switch {
		case x.passed[m.Value]:
			m.Value = x.value(m)
		case hidden && !strings.HasPrefix(m.Name, "$") && m.Name != "id", annotates(m.Name):
			continue
		case m.Name == "$defs" || m.Name == "definitions" || x.idle(m.Name):
			continue
		default:
			m.Value = x.value(m)
		}
		kept.Members = append(kept.Members, m)
	}
	return &kept
}

// annotates reports whether a keyword says nothing of any value.
func annotates(keyword string) bool {
	return slices.Contains([]string{"title", "description", "$comment", "examples", "default", "markdownDescription"}, keyword)
}

// value copies a keyword's value, schemas cut.
func (x *extractor) value(m jsondoc.Member) *jsondoc.Node {
	a := applicatorOf(m.Name)
	n := m.Value
	switch {
	case a.shape&single != 0 && isSchema(n):
		return x.schema(n)
	case a.shape == 0 && !x.passed[n]:
		return n
	case n.Kind == jsondoc.Array:
		kept := *n
		kept.Items = make([]*jsondoc.Node, len(n.Items))
		for i, item := range n.Items {
			kept.Items[i] = x.schema(item)
		}
		return &kept
	case a.shape&named != 0:
		return x.members(n)
	}
	return x.schema(n) // an object under an unknown keyword, passed by
}

func (x *extractor) members(n *jsondoc.Node) *jsondoc.Node {
	kept := *n
	kept.Members = nil
	for _, sub := range n.Members {
		if x.marked[sub.Value] || x.passed[sub.Value] || !isSchema(sub.Value) {
			sub.Value = x.schema(sub.Value)
			kept.Members = append(kept.Members, sub)
		}
	}
	return &kept
}
