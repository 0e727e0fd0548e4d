package jsonschema

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
)

// vacuous reports whether the schema says nothing: true, {}, annotations only,
// or a combination of such schemas. A branch that says something counts even
// where another one makes the choice idle.
func (b *bundle) vacuous(p *place) bool {
	return p != nil && settling{b, map[signed]bool{}}.schema(p, true)
}

// A settling looks for schemas that are true, or false, by their form.
type settling struct {
	bundle *bundle
	done   map[signed]bool // false while a schema is looked at: it may refer to itself
}

func (s settling) schema(p *place, as bool) bool {
	if p.node.Kind == jsondoc.Bool {
		return p.node.Bool == as
	}
	key := signed{p, !as}
	if settled, ok := s.done[key]; ok {
		return settled
	}
	s.done[key] = false
	s.done[key] = s.expr(expr{op: all, parts: p.conjuncts}, as)
	return s.done[key]
}

// expr reports whether the expression comes to what as says: all parts must be
// settled, and a single one may decide.
func (s settling) expr(e expr, as bool) bool {
	switch e.op {
	case leaf:
		return as && !s.constrains(e.keyword, e.place)
	case opaque:
		return false
	case negate:
		return s.expr(e.parts[0], !as)
	case sub:
		return s.schema(e.place, as)
	}
	decisive := e.op == some
	decided := false
	for _, part := range e.parts {
		switch {
		case s.expr(part, decisive):
			decided = true
		case !s.expr(part, !decisive):
			return false
		}
	}
	return decided == (as == decisive)
}

func (s settling) constrains(m jsondoc.Member, p *place) bool {
	switch m.Name {
	case "items", "additionalItems", "unevaluatedItems":
		if m.Value.Kind == jsondoc.Array {
			return slices.ContainsFunc(m.Value.Items, s.says)
		}
		return s.says(m.Value)
	case "prefixItems":
		return slices.ContainsFunc(m.Value.Items, s.says)
	case "propertyNames", "additionalProperties":
		return s.says(m.Value)
	case "unevaluatedProperties":
		return p.doc.dialect >= Draft2019 && s.says(m.Value)
	case "minLength", "minItems", "minProperties":
		return !isZero(m.Value)
	case "format", "contentEncoding", "contentMediaType", "contentSchema":
		return s.bundle.sem.AssertFormats || p.doc.asserts
	case "uniqueItems":
		return isTrue(m.Value)
	}
	return s.bundle.mentions(m, p) || slices.Contains(assertions, m.Name)
}

func (s settling) says(n *jsondoc.Node) bool {
	p := s.bundle.places[n]
	return p == nil || !s.schema(p, true)
}

// assertions are the keywords that constrain without naming members.
var assertions = []string{
	"type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"maxLength", "pattern", "maxItems", "contains", "maxProperties",
}
