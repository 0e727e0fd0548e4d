package compile

import (
	"net/url"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A resource is a schema with an address of its own: a document's root, or a
// sub-schema with $id.
type resource struct {
	uri       string // absolute, without fragment
	doc       *jsondoc.Document
	text      string // of doc
	draft     Draft
	speaks    jsonschema.Vocabularies
	known     map[string]*meaning // see Memo
	root      place
	anchors   map[string]place
	dynamic   map[string]place
	recursive bool // $recursiveAnchor is true at the root
}

// A shape says how a keyword's value holds schemas: as one, an array of them,
// an object of them.
type shape struct{ one, array, object bool }

// shapeOf returns the zero value for a keyword that holds no schemas. Its value
// is not searched, so an $id inside enum is none.
func shapeOf(keyword string) shape {
	switch keyword {
	case "additionalItems", "contains", "unevaluatedItems", "additionalProperties", "propertyNames",
		"unevaluatedProperties", "not", "if", "then", "else":
		return shape{one: true}
	case "items":
		return shape{one: true, array: true}
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return shape{array: true}
	case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
		return shape{object: true}
	}
	return shape{}
}

// An entry tells of a sub-schema what resource it belongs to, whether it is plain
// (see [Memo]), and what it says then, if the memo knows that. Of those inside a
// plain one there are no entries.
type entry struct {
	res   *resource
	plain bool
	known *meaning
}

// index records the resources and anchors of a sub-schema and those below it.
func (c *compiler) index(p place) {
	if plain, known := c.isPlain(p); plain {
		c.entries[p.node] = entry{p.res, plain, known}
	}
}

// isPlain indexes what is below a sub-schema, and the sub-schema itself unless
// it is plain.
func (c *compiler) isPlain(p place) (plain bool, known *meaning) {
	if e := c.entries[p.node]; e.res != nil {
		return e.plain, e.known
	}
	plain = !names(p.node)
	if plain {
		if known = c.recall(p); known != nil {
			return true, known
		}
	} else {
		p.res = c.enter(p)
		c.anchor(p)
	}
	first := len(c.pending)
	below := func(n *jsondoc.Node) {
		if plainBelow, known := c.isPlain(p.to(n)); plainBelow {
			c.pending = append(c.pending, pending{n, known})
		} else {
			plain = false
		}
	}
	for i := range p.node.Members {
		m := &p.node.Members[i]
		shape := shapeOf(m.Name)
		switch {
		case shape.one && (m.Value.Kind == jsondoc.Object || m.Value.Kind == jsondoc.Bool):
			below(m.Value)
		case shape.array && m.Value.Kind == jsondoc.Array:
			for _, item := range m.Value.Items {
				below(item)
			}
		case shape.object && m.Value.Kind == jsondoc.Object:
			for j := range m.Value.Members {
				below(m.Value.Members[j].Value)
			}
		}
	}
	if !plain {
		c.entries[p.node] = entry{res: p.res}
		for _, below := range c.pending[first:] {
			c.entries[below.node] = entry{p.res, true, below.known}
		}
	}
	c.pending = c.pending[:first]
	return plain, nil
}

// pending is a plain sub-schema below one that may be plain itself.
type pending struct {
	node  *jsondoc.Node
	known *meaning
}

// names reports whether a schema refers, can be referred to by name, or depends
// on what its neighbours evaluate.
func names(schema *jsondoc.Node) bool {
	for i := range schema.Members {
		switch name := schema.Members[i].Name; name {
		case "id", "unevaluatedProperties", "unevaluatedItems":
			return true
		case "$comment", "$defs":
		default:
			if strings.HasPrefix(name, "$") {
				return true
			}
		}
	}
	return false
}

// enter returns the resource that the sub-schema belongs to, a new one if it
// has an $id.
func (c *compiler) enter(p place) *resource {
	draft := draftWithin(p)
	keyword := "$id"
	if draft < Draft6 {
		keyword = "id"
	}
	id := p.node.Get(keyword)
	if id == nil || id.Kind != jsondoc.String || draft <= Draft7 && p.node.Get("$ref") != nil {
		return p.res
	}
	address, fragment, _ := strings.Cut(id.Text, "#")
	if fragment != "" && draft <= Draft7 {
		p.res.anchors[fragment] = p
	}
	if address == "" {
		return p.res
	}
	speaks := p.res.speaks
	if p.node != p.res.doc.Root && p.node.Get("$schema") != nil {
		speaks = jsonschema.Vocabularies{}
	}
	return c.newResource(resolveURI(p.res.uri, address), p, draft, speaks)
}

func (c *compiler) newResource(uri string, p place, draft Draft, speaks jsonschema.Vocabularies) *resource {
	res := &resource{
		uri: uri, doc: p.res.doc, text: p.res.text, draft: draft, speaks: speaks, known: c.memo.of(draft, speaks, c.options),
		anchors: map[string]place{}, dynamic: map[string]place{},
	}
	res.root = place{node: p.node, res: res}
	if _, taken := c.resources[uri]; !taken {
		c.resources[uri] = res
	}
	return res
}

func (c *compiler) anchor(p place) {
	if p.res.draft < Draft2019 {
		return
	}
	if a := p.node.Get("$anchor"); a != nil && a.Kind == jsondoc.String {
		p.res.anchors[a.Text] = p
	}
	if a := p.node.Get("$dynamicAnchor"); a != nil && a.Kind == jsondoc.String && p.res.draft == Draft2020 {
		p.res.anchors[a.Text] = p
		p.res.dynamic[a.Text] = p
		c.scoped = true
	}
	if a := p.node.Get("$recursiveAnchor"); a != nil && a.Bool && p.node == p.res.root.node && p.res.draft == Draft2019 {
		p.res.recursive = true
		c.scoped = true
	}
}

// resolveURI resolves a reference against a base; what is no URI stands for itself.
func resolveURI(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	r, err := url.Parse(ref)
	if err != nil {
		return ref
	}
	return b.ResolveReference(r).String()
}
