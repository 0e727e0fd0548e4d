package jsonschema

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// mentions reports whether the keyword names members of an object: then a
// location that it speaks of is not free.
func (b *bundle) mentions(m jsondoc.Member, p *place) bool {
	switch m.Name {
	case "properties":
		return true
	case "patternProperties", "dependentRequired", "dependentSchemas", "dependencies":
		return len(m.Value.Members) > 0
	case "required":
		return len(m.Value.Items) > 0
	case "additionalProperties":
		return !b.vacuous(b.places[m.Value])
	case "unevaluatedProperties":
		return p.doc.dialect >= Draft2019 && !b.vacuous(b.places[m.Value])
	case "const", "enum":
		return admitsValue(m, jsondoc.Object)
	}
	return false
}

// knowsAll reports whether the keyword is a schema for members that no other
// keyword names.
func (b *bundle) knowsAll(m jsondoc.Member, p *place) bool {
	return strings.HasSuffix(m.Name, "Properties") && m.Value.Kind == jsondoc.Object &&
		(m.Name == "additionalProperties" || m.Name == "unevaluatedProperties") && b.mentions(m, p)
}

// admits reports whether a value of the kind can satisfy the keyword, or its
// negation.
func (b *bundle) admits(kind jsondoc.Kind, m jsondoc.Member, p *place, negated bool) bool {
	switch m.Name {
	case "type":
		return admitsType(m.Value, kind.String()) != negated
	case "const", "enum":
		return negated || admitsValue(m, kind)
	}
	return !negated || slices.Contains(speaksOf[kind], m.Name)
}

// speaksOf lists the keywords whose negation a value of the kind can satisfy.
var speaksOf = [...][]string{
	jsondoc.Object: {
		"properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "required",
		"dependentRequired", "dependentSchemas", "dependencies", "propertyNames", "minProperties", "maxProperties",
	},
	jsondoc.Array: {
		"items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "minContains", "maxContains",
		"uniqueItems", "minItems", "maxItems",
	},
}

func admitsType(types *jsondoc.Node, name string) bool {
	if types.Kind == jsondoc.Array {
		return slices.ContainsFunc(types.Items, func(t *jsondoc.Node) bool { return t.Text == name })
	}
	return types.Text == name
}

func admitsValue(m jsondoc.Member, kind jsondoc.Kind) bool {
	return slices.ContainsFunc(valuesOf(m), func(v *jsondoc.Node) bool { return v.Kind == kind })
}

// valuesOf returns the values that const or enum lists.
func valuesOf(m jsondoc.Member) []*jsondoc.Node {
	if m.Name == "const" {
		return []*jsondoc.Node{m.Value}
	}
	return m.Value.Items
}

// vacuous reports whether the schema says nothing: true, {}, annotations only,
// or a reference to such a schema.
func (b *bundle) vacuous(p *place) bool { return b.vacuousIn(p, map[*place]bool{}) }

// vacuousIn finds in done what is settled; false while a schema is looked at,
// for it may refer to itself.
func (b *bundle) vacuousIn(p *place, done map[*place]bool) bool {
	if p == nil {
		return false
	}
	if p.node.Kind == jsondoc.Bool {
		return p.node.Bool
	}
	if vacuous, ok := done[p]; ok {
		return vacuous
	}
	done[p] = false
	done[p] = !slices.ContainsFunc(p.conjuncts, func(e expr) bool {
		switch e.op {
		case sub:
			return !b.vacuousIn(e.place, done)
		case leaf:
			return b.constrains(e.keyword, p, done)
		}
		return true
	})
	return done[p]
}

func (b *bundle) constrains(m jsondoc.Member, p *place, done map[*place]bool) bool {
	switch m.Name {
	case "items", "additionalItems", "unevaluatedItems":
		return !b.vacuousIn(b.places[m.Value], done)
	case "format", "contentEncoding", "contentMediaType", "contentSchema":
		return b.sem.AssertFormats
	case "uniqueItems":
		return isTrue(m.Value)
	}
	return b.mentions(m, p) || slices.Contains(assertions, m.Name)
}

// assertions are the keywords that constrain without naming members.
var assertions = []string{
	"type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "pattern", "minItems", "maxItems", "prefixItems", "contains",
	"minProperties", "maxProperties", "propertyNames",
}
