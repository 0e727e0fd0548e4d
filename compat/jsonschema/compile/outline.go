package compile

import (
	"maps"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/outline"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Outline lays a schema out as the places of events that it speaks of. Of
// dynamic references it follows the first target. The error is a *[Problem].
func Outline(s *evctl.Schema, semantics evctl.Semantics) (*outline.Schema, error) {
	c := &compiler{
		table: logic.NewTable(), options: Options{Semantics: semantics},
		entries: map[*jsondoc.Node]entry{}, resources: map[string]*resource{},
		documents: map[string]*resource{}, unreadable: map[string]error{},
		source: s, schema: &Schema{},
	}
	doc, err := Parse(s)
	if err != nil {
		return nil, err
	}
	root := c.enroll(doc, s.BaseURI())
	c.schema.Draft = root.res.draft
	c.loadRefs(s)
	o := &outliner{compiler: c, main: root.res.doc, parts: map[*jsondoc.Node]*outline.Part{}}
	top := o.part(root)
	for len(o.open) > 0 {
		next := o.open[len(o.open)-1]
		o.open = o.open[:len(o.open)-1]
		o.fill(o.parts[next.node], next)
	}
	return outline.New(top), nil
}

// An outliner makes one part of each sub-schema.
type outliner struct {
	*compiler
	main  *jsondoc.Document
	parts map[*jsondoc.Node]*outline.Part
	open  []place // that are not filled in yet
}

func (o *outliner) part(p place) *outline.Part {
	if known := o.parts[p.node]; known != nil {
		return known
	}
	if e := o.entries[p.node]; e.res != nil {
		p.res = e.res
	}
	part := &outline.Part{Path: p.pointer()}
	if doc := p.res.doc; doc != o.main {
		part.Path = p.res.uri + "#" + part.Path
	} else {
		part.Position = func() evctl.Position { return doc.PositionOf(part.Path) }
	}
	o.parts[p.node] = part
	o.open = append(o.open, p)
	return part
}

// fill adds what a sub-schema says. What is no schema says nothing: the
// comparison reports it.
func (o *outliner) fill(part *outline.Part, p place) {
	r := &reader{compiler: o.compiler, at: p}
	if p.node.Kind != jsondoc.Object {
		part.Closed = p.node.Kind == jsondoc.Bool && !p.node.Bool
		return
	}
	for _, keyword := range []string{"$ref", "$recursiveRef", "$dynamicRef"} {
		if at, ok := r.keyword(keyword); ok && at.node.Kind == jsondoc.String {
			if target, err := r.lookup(p, at.node.Text); err == nil {
				part.Same = append(part.Same, o.part(target))
			} else {
				part.Every = true // whatever it leads to may know any name
			}
			if keyword == "$ref" && p.res.draft <= Draft7 {
				return
			}
		}
	}
	o.inPlace(part, r)
	o.members(part, r)
	o.mentions(part, r)
	o.items(part, r)
}

// inPlace adds the sub-schemas that speak of the same value.
func (o *outliner) inPlace(part *outline.Part, r *reader) {
	part.Same = append(part.Same, o.list(r, "allOf")...)
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if branches := o.list(r, keyword); len(branches) > 0 {
			part.Either = append(part.Either, branches)
		}
	}
	for _, keyword := range []string{"not", "if", "then", "else"} {
		if at, ok := r.keyword(keyword); ok {
			part.Perhaps = append(part.Perhaps, o.part(at))
		}
	}
	for _, keyword := range []string{"dependentSchemas", "dependencies"} {
		conditional := entries(r, keyword)
		for _, name := range slices.Sorted(maps.Keys(conditional)) {
			if at := conditional[name]; at.node.Kind == jsondoc.Object {
				part.Perhaps = append(part.Perhaps, o.part(at))
			}
		}
	}
}

func (o *outliner) list(r *reader, keyword string) []*outline.Part {
	at, ok := r.keyword(keyword)
	if !ok {
		return nil
	}
	var parts []*outline.Part
	for _, branch := range at.node.Items {
		parts = append(parts, o.part(at.to(branch)))
	}
	return parts
}

// entries lists the members of a keyword's value.
func entries(r *reader, keyword string) map[string]place {
	at, ok := r.keyword(keyword)
	if !ok || at.node.Kind != jsondoc.Object {
		return nil
	}
	out := map[string]place{}
	for _, m := range at.node.Members {
		out[m.Name] = at.to(m.Value)
	}
	return out
}

// members adds the sub-schemas of an object's members.
func (o *outliner) members(part *outline.Part, r *reader) {
	declared, patterned := entries(r, "properties"), entries(r, "patternProperties")
	names, sources := slices.Sorted(maps.Keys(declared)), slices.Sorted(maps.Keys(patterned))
	for _, name := range names {
		part.Members = append(part.Members, outline.Member{Name: name, To: o.part(declared[name])})
	}
	var patterns []*logic.Pattern
	for _, source := range sources {
		pattern := o.table.Pattern(source)
		patterns = append(patterns, pattern)
		matches := func(name string) bool { return pattern.Matches(name) != logic.No }
		part.Members = append(part.Members, outline.Member{Name: outline.Any, Match: matches, To: o.part(patterned[source])})
	}
	for _, keyword := range []string{"additionalProperties", "unevaluatedProperties"} {
		at, ok := r.keyword(keyword)
		switch {
		case !ok || says(at.node, true):
		case says(at.node, false):
			part.Closed = true
		default:
			part.Every = true
			rest := o.table.Region(true, names, patterns)
			matches := func(name string) bool { return rest.Has(name) != logic.No }
			part.Members = append(part.Members, outline.Member{Name: outline.Any, Match: matches, To: o.part(at)})
		}
	}
}

// says reports whether a schema is true, in either spelling, or false.
func says(n *jsondoc.Node, all bool) bool {
	return n.Kind == jsondoc.Bool && n.Bool == all || all && n.Kind == jsondoc.Object && len(n.Members) == 0
}

// mentions adds the names that keywords without a sub-schema know.
func (o *outliner) mentions(part *outline.Part, r *reader) {
	names := func(n *jsondoc.Node) {
		for _, item := range n.Items {
			if item.Kind == jsondoc.String {
				part.Mentions = append(part.Mentions, item.Text)
			}
		}
	}
	if at, ok := r.keyword("required"); ok {
		names(at.node)
	}
	for _, keyword := range []string{"dependentRequired", "dependencies", "dependentSchemas"} {
		needed := entries(r, keyword)
		for _, name := range slices.Sorted(maps.Keys(needed)) {
			part.Mentions = append(part.Mentions, name)
			names(needed[name].node)
		}
	}
	values := []*jsondoc.Node{}
	if at, ok := r.keyword("enum"); ok {
		values = append(values, at.node.Items...)
	}
	if at, ok := r.keyword("const"); ok {
		values = append(values, at.node)
	}
	for _, v := range values {
		for _, m := range v.Members {
			part.Mentions = append(part.Mentions, m.Name)
		}
	}
	if at, ok := r.keyword("properties"); ok && len(at.node.Members) == 0 {
		part.Closed = true
	}
	if at, ok := r.keyword("type"); ok && at.node.Text != "object" && !slices.ContainsFunc(at.node.Items, func(n *jsondoc.Node) bool { return n.Text == "object" }) {
		part.Closed = true
	}
}

// items adds the sub-schemas of an array's items.
func (o *outliner) items(part *outline.Part, r *reader) {
	first := 0
	for _, keyword := range []string{"prefixItems", "items"} {
		at, ok := r.keyword(keyword)
		if !ok || at.node.Kind != jsondoc.Array {
			continue
		}
		for i, item := range at.node.Items {
			part.Items = append(part.Items, outline.Item{From: i, To: i + 1, Part: o.part(at.to(item))})
		}
		first = len(at.node.Items)
	}
	for _, keyword := range []string{"items", "additionalItems", "unevaluatedItems", "contains"} {
		at, ok := r.keyword(keyword)
		if !ok || at.node.Kind == jsondoc.Array {
			continue
		}
		from := first
		if keyword == "contains" {
			from = 0
		}
		part.Items = append(part.Items, outline.Item{From: from, Part: o.part(at)})
	}
}
