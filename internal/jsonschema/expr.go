package jsonschema

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
)

// An expr is what a schema says in place: a formula over keywords, in the
// order of the text. Conditionals and references are written out.
type expr struct {
	op      op
	parts   []expr
	keyword jsondoc.Member // of leaf
	place   *place         // of leaf and sub
}

type op byte

const (
	leaf   op = iota // a keyword, its value at keyword
	sub              // another schema, in place
	negate           // of parts[0]
	all              // of parts
	some             // of parts; oneOf counts as some
	opaque           // a schema that is not at hand
)

func subOf(p *place) expr {
	if p == nil {
		return expr{op: opaque}
	}
	return expr{op: sub, place: p}
}

func not(e expr) expr { return expr{op: negate, parts: []expr{e}} }

// conjoin returns what must hold for the object schema at p to hold.
func (b *bundle) conjoin(p *place) []expr {
	if hasRef(p.node) && p.doc.dialect < Draft2019 {
		return []expr{subOf(b.resolve(p, p.node.TextOf("$ref")))}
	}
	var es []expr
	for _, m := range p.node.Members {
		es = append(es, b.conjunct(p, m)...)
	}
	return es
}

func (b *bundle) conjunct(p *place, m jsondoc.Member) []expr {
	self := expr{op: leaf, keyword: m, place: p}
	switch m.Name {
	case "$ref", "$dynamicRef", "$recursiveRef":
		return b.referred(p, m)
	case "allOf":
		return b.branches(p, m)
	case "anyOf", "oneOf":
		return []expr{{op: some, parts: b.branches(p, m)}}
	}
	if !p.doc.dialect.reads(applicatorOf(m.Name)) {
		return nil
	}
	switch m.Name {
	case "not":
		return []expr{not(subOf(b.places[m.Value]))}
	case "if":
		return b.conditional(p, m)
	case "then", "else", "$defs", "definitions":
		return nil
	case "dependentSchemas", "dependencies":
		return b.dependents(p, self)
	}
	return []expr{self}
}

func (b *bundle) branches(p *place, m jsondoc.Member) []expr {
	var es []expr
	for _, branch := range m.Value.Items {
		if place := b.places[branch]; place != nil {
			es = append(es, subOf(place))
		}
	}
	return es
}

func (b *bundle) referred(p *place, m jsondoc.Member) []expr {
	if !p.reads(m.Name) || m.Value.Kind != jsondoc.String {
		return nil
	}
	target := b.resolve(p, m.Value.Text)
	if target != nil && m.Name != "$ref" {
		target = b.dynamic(target, m.Name)
	}
	return []expr{subOf(target)}
}

// dynamic returns the schema that a dynamic reference stands for when the root
// is what is validated: the root's own anchor comes before the static target.
// Anchors of resources between the two are not considered.
func (b *bundle) dynamic(target *place, keyword string) *place {
	root := b.places[b.root.Root]
	if keyword == "$recursiveRef" {
		if isTrue(target.node.Get("$recursiveAnchor")) && isTrue(root.node.Get("$recursiveAnchor")) {
			return root
		}
		return target
	}
	name := target.node.TextOf("$dynamicAnchor")
	if name == "" {
		return target
	}
	if outer := b.anchors[root.base+"#"+name]; outer != nil && outer.node.TextOf("$dynamicAnchor") == name {
		return outer
	}
	return target
}

func isTrue(n *jsondoc.Node) bool { return n != nil && n.Kind == jsondoc.Bool && n.Bool }

// conditional is (not if or then) and (if or else). What only the condition
// names is known too, so the condition stands beside them as (if or true).
func (b *bundle) conditional(p *place, m jsondoc.Member) []expr {
	condition := subOf(b.places[m.Value])
	var es []expr
	if then := b.places[p.node.Get("then")]; then != nil {
		es = append(es, expr{op: some, parts: []expr{not(condition), subOf(then)}})
	}
	if other := b.places[p.node.Get("else")]; other != nil {
		es = append(es, expr{op: some, parts: []expr{condition, subOf(other)}})
	}
	return append(es, expr{op: some, parts: []expr{condition, {op: all}}})
}

// dependents is, for each name: the value is no object, the name is absent, or
// the schema or the names listed are there. The keyword itself stands beside them, for it mentions the
// names whether or not a branch comes to it.
func (b *bundle) dependents(p *place, self expr) []expr {
	es := []expr{self}
	object := expr{op: leaf, keyword: jsondoc.Member{Name: "type", Value: &jsondoc.Node{Kind: jsondoc.String, Text: "object"}}, place: p}
	for _, m := range self.keyword.Value.Members {
		needs := required(p, m.Value)
		if place := b.places[m.Value]; place != nil {
			needs = subOf(place)
		}
		absent := not(required(p, &jsondoc.Node{Kind: jsondoc.String, Text: m.Name}))
		es = append(es, expr{op: some, parts: []expr{not(object), absent, needs}})
	}
	return es
}

// required demands a list of names, or one name.
func required(p *place, names *jsondoc.Node) expr {
	if names.Kind == jsondoc.String {
		names = &jsondoc.Node{Kind: jsondoc.Array, Items: []*jsondoc.Node{names}}
	}
	return expr{op: leaf, keyword: jsondoc.Member{Name: "required", Value: names}, place: p}
}

// A judge evaluates whether a choice of branches exists that satisfies leaf
// for each of its keywords.
type judge struct {
	bundle *bundle
	leaf   func(keyword jsondoc.Member, p *place, negated bool) bool
	opaque bool            // what a schema that is not at hand counts for
	done   map[signed]bool // false while a schema is judged: it may refer to itself
}

func (j *judge) holds(e expr, negated bool) bool {
	switch e.op {
	case leaf:
		return j.leaf(e.keyword, e.place, negated)
	case opaque:
		return j.opaque
	case negate:
		return j.holds(e.parts[0], !negated)
	case sub:
		return j.schema(e.place, negated)
	}
	each := func(part expr) bool { return j.holds(part, negated) }
	if (e.op == all) != negated {
		return !slices.ContainsFunc(e.parts, func(part expr) bool { return !each(part) })
	}
	return slices.ContainsFunc(e.parts, each)
}

func (j *judge) schema(p *place, negated bool) bool {
	if p.node.Kind == jsondoc.Bool {
		return p.node.Bool != negated
	}
	key := signed{p, negated}
	if holds, ok := j.done[key]; ok {
		return holds
	}
	j.done[key] = false
	j.done[key] = j.holds(expr{op: all, parts: p.conjuncts}, negated)
	return j.done[key]
}
