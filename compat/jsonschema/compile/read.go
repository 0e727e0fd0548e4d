package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A reader compiles one sub-schema keyword by keyword.
type reader struct {
	*compiler
	at    place
	scope *scope
	plain bool // and so is all below
	lists bool // the parts are asked for
}

// read returns what the sub-schema says, and the parts if they are asked for.
func (r *reader) read() (all logic.Ref, parts []Part) {
	first, firstPart := len(r.refs), len(r.parts)
	switch r.at.node.Kind {
	case jsondoc.Bool:
		if !r.at.node.Bool {
			r.say("false", r.at, r.never())
		}
	case jsondoc.Object:
		r.keywords()
	default:
		r.fail(r.at, "found %s, want a schema: an object, true or false", r.at.node.Kind)
	}
	all = r.graph.And(r.refs[first:]...)
	parts = slices.Clone(r.parts[firstPart:])
	r.refs, r.parts = r.refs[:first], r.parts[:firstPart]
	return all, parts
}

// digest tells the schema from every other: what is not worked out of one
// version must not cancel against the same place in another.
func (c *compiler) digest() string {
	if c.whole != "" {
		return c.whole
	}
	h := sha256.New()
	h.Write(c.source.Text)
	for _, key := range slices.Sorted(maps.Keys(c.source.Refs)) {
		fmt.Fprintf(h, "\x00%s\x00%s", key, c.source.Refs[key].Text)
	}
	c.whole = hex.EncodeToString(h.Sum(nil)[:6])
	return c.whole
}

// maxDigests bounds the sub-schemas that get a digest of their own.
const maxDigests = 20

// digestOf tells a sub-schema, with all that it refers to, from every other:
// where a later version says the same, it means the same.
func (c *compiler) digestOf(p place) string {
	if c.digests++; c.digests > maxDigests {
		return c.digest()
	}
	h := sha256.New()
	seen := map[*jsondoc.Node]bool{}
	var write, follow func(p place)
	write = func(p place) {
		if !seen[p.node] {
			seen[p.node] = true
			h.Write(p.node.Canonical())
			follow(p)
		}
	}
	follow = func(p place) {
		if e := c.entries[p.node]; e.res != nil {
			p.res = e.res
		}
		for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
			if ref := p.node.Get(keyword); ref != nil && ref.Kind == jsondoc.String {
				if target, err := c.lookup(p, ref.Text); err == nil {
					write(target)
				}
			}
		}
		for _, m := range p.node.Members {
			follow(p.to(m.Value))
		}
		for _, item := range p.node.Items {
			follow(p.to(item))
		}
	}
	write(p)
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// opaque returns an atom nobody can judge; equal names are equal atoms.
func (c *compiler) opaque(name, reason string) logic.Ref {
	c.schema.Unresolved[name] = reason
	return c.graph.Node(logic.Node{Kind: logic.Opaque, Text: name})
}

func (r *reader) keywords() {
	if ref := r.at.node.Get("$ref"); ref != nil {
		r.reference("$ref")
		if r.at.res.draft <= Draft7 {
			return
		}
	}
	switch r.at.res.draft {
	case Draft2019:
		r.reference("$recursiveRef")
	case Draft2020:
		r.reference("$dynamicRef")
	}
	said := groupsOf(r.at.node)
	if said&anyTypes != 0 {
		r.anyType()
	}
	if said&combinators != 0 {
		r.combinators()
	}
	if said&numbers != 0 {
		r.numbers()
	}
	if said&texts != 0 {
		r.strings()
	}
	if said&objects != 0 {
		r.objects()
	}
	if said&arrays != 0 {
		r.arrays()
	}
	if said&leftovers != 0 {
		r.unevaluated()
	}
}

// A group is a set of keywords that are read together.
type group uint8

const (
	anyTypes group = 1 << iota
	combinators
	numbers
	texts
	objects
	arrays
	leftovers
)

// groupsOf returns the groups that occur in a schema: most occur in few.
func groupsOf(schema *jsondoc.Node) (said group) {
	for i := range schema.Members {
		switch schema.Members[i].Name {
		case "type", "enum", "const", "x-extensible-enum":
			said |= anyTypes
		case "allOf", "anyOf", "oneOf", "not", "if", "then", "else":
			said |= combinators
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
			said |= numbers
		case "minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema":
			said |= texts
		case "properties", "patternProperties", "additionalProperties", "propertyNames", "required", "minProperties", "maxProperties",
			"dependencies", "dependentRequired", "dependentSchemas":
			said |= objects
		case "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems":
			said |= arrays
		case "unevaluatedProperties", "unevaluatedItems":
			said |= leftovers
		}
	}
	return said
}

// say adds a statement that has no sub-schema to descend into.
func (r *reader) say(keyword string, at place, ref logic.Ref) {
	r.add(Part{Keyword: keyword, Doc: at.res.doc, node: at.node, ref: ref})
}

// sayOf adds a statement about one name in a keyword.
func (r *reader) sayOf(keyword, name string, at place, ref logic.Ref) {
	r.add(Part{Keyword: keyword, Name: name, Doc: at.res.doc, node: at.node, ref: ref})
}

func (r *reader) add(p Part) {
	r.refs = append(r.refs, p.ref)
	if r.lists {
		r.parts = append(r.parts, p)
	}
}

// apply adds the statement that a sub-schema holds wherever the step leads.
func (r *reader) apply(keyword, name string, at place, step Step) {
	part := Part{Keyword: keyword, Name: name, Doc: at.res.doc, node: at.node, Step: step}
	switch {
	case !r.lists:
		part.ref = r.compiler.plain(at)
	case r.plain:
		part.Sub, _ = r.siteAt(at, r.scope)
		part.Sub.plain, part.Sub.ref = part.Sub.parts == nil, r.compiler.plain(at)
		part.ref = part.Sub.ref
	default:
		part.Sub = r.sub(at, step.Here())
		part.ref = part.Sub.ref
	}
	if !step.Here() {
		part.ref = r.wrap(step, part.ref)
	}
	r.add(part)
}

// sub compiles a sub-schema that judges the same value, or another one: a
// member, an item.
func (r *reader) sub(at place, here bool) *Site {
	if here {
		return r.site(at, r.scope)
	}
	outer := r.stretch
	r.stretches++
	r.stretch = r.stretches
	site := r.site(at, r.scope)
	r.stretch = outer
	return site
}

// inPlace returns what a sub-schema says that judges the same value.
func (r *reader) inPlace(at place) logic.Ref {
	if r.plain {
		return r.compiler.plain(at)
	}
	return r.sub(at, true).ref
}

// child returns what a sub-schema says that judges another value.
func (r *reader) child(at place) logic.Ref {
	if r.plain {
		return r.compiler.plain(at)
	}
	return r.sub(at, false).ref
}

// keyword returns the place of a keyword's value, if the schema has it.
func (r *reader) keyword(name string) (place, bool) {
	n := r.at.node.Get(name)
	return r.at.to(n), n != nil && r.at.res.speaks.Reads(name)
}

// typed returns the place of a keyword's value, which must be of the kind.
func (r *reader) typed(name string, kind jsondoc.Kind) (place, bool) {
	p, ok := r.keyword(name)
	if ok && p.node.Kind != kind {
		r.fail(p, "%s: found %s, want %s", name, p.node.Kind, kind)
		return place{}, false
	}
	return p, ok
}

// names lists the strings of an array, which must hold nothing else.
func (r *reader) names(keyword string, p place) []string {
	if p.node.Kind != jsondoc.Array {
		r.fail(p, "%s: found %s, want an array of names", keyword, p.node.Kind)
		return nil
	}
	list := make([]string, 0, len(p.node.Items))
	for _, item := range p.node.Items {
		if item.Kind != jsondoc.String {
			r.fail(p.to(item), "%s: found %s, want a name", keyword, item.Kind)
			return nil
		}
		list = append(list, item.Text)
	}
	return list
}

// reference compiles a reference to a schema for the same value.
func (r *reader) reference(keyword string) {
	at, ok := r.typed(keyword, jsondoc.String)
	if !ok {
		return
	}
	target, err := r.target(keyword, at.node.Text)
	if err != nil {
		name := keyword + " " + resolveURI(at.res.uri, at.node.Text)
		r.say(keyword, at, r.opaque(name, err.Error()))
		return
	}
	sub := r.sub(target, true)
	r.add(Part{Keyword: keyword, Doc: at.res.doc, node: at.node, Sub: sub, ref: sub.ref})
}

func (r *reader) target(keyword, ref string) (place, error) {
	target, err := r.lookup(r.at, ref)
	if err != nil {
		return target, err
	}
	switch keyword {
	case "$recursiveRef":
		target = r.scope.dynamic(target, recursiveRoot)
	case "$dynamicRef":
		if name := fragment(ref); name != "" && target.node == target.res.dynamic[name].node {
			target = r.scope.dynamic(target, dynamicAnchor(name))
		}
	}
	return target, nil
}
