package compile

import (
	"net/url"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A resource is a schema with an address of its own: a document's root, or a
// sub-schema with $id.
type resource struct {
	uri       string // absolute, without fragment
	doc       *jsondoc.Document
	draft     Draft
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

// index records the resources and anchors of a sub-schema and those below it.
func (c *compiler) index(p place) {
	if _, done := c.owner[p.node]; done {
		return
	}
	if p.node.Kind == jsondoc.Object {
		p.res = c.enter(p)
	}
	c.owner[p.node] = p.res
	c.anchor(p)
	for _, m := range p.node.Members {
		shape := shapeOf(m.Name)
		switch {
		case shape.one && (m.Value.Kind == jsondoc.Object || m.Value.Kind == jsondoc.Bool):
			c.index(p.to(m.Value))
		case shape.array && m.Value.Kind == jsondoc.Array:
			for _, item := range m.Value.Items {
				c.index(p.to(item))
			}
		case shape.object && m.Value.Kind == jsondoc.Object:
			for _, sub := range m.Value.Members {
				c.index(p.to(sub.Value))
			}
		}
	}
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
	return c.newResource(resolveURI(p.res.uri, address), p, draft)
}

func (c *compiler) newResource(uri string, p place, draft Draft) *resource {
	res := &resource{uri: uri, doc: p.res.doc, draft: draft, anchors: map[string]place{}, dynamic: map[string]place{}}
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
