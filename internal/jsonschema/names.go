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
	return !negated || b.refutes(kind, m)
}

// refutes reports whether a value of the kind can fail the keyword.
func (b *bundle) refutes(kind jsondoc.Kind, m jsondoc.Member) bool {
	switch m.Name {
	case "properties", "patternProperties":
		return kind == jsondoc.Object && slices.ContainsFunc(m.Value.Members, func(m jsondoc.Member) bool { return !b.vacuous(b.places[m.Value]) })
	case "additionalProperties", "unevaluatedProperties", "propertyNames":
		return kind == jsondoc.Object && !b.vacuous(b.places[m.Value])
	case "required":
		return kind == jsondoc.Object && len(m.Value.Items) > 0
	case "dependentRequired":
		return kind == jsondoc.Object && slices.ContainsFunc(m.Value.Members, func(m jsondoc.Member) bool { return len(m.Value.Items) > 0 })
	case "minProperties":
		return kind == jsondoc.Object && !isZero(m.Value)
	case "maxProperties":
		return kind == jsondoc.Object
	case "items", "prefixItems", "additionalItems", "unevaluatedItems":
		if m.Value.Kind == jsondoc.Array {
			return kind == jsondoc.Array && slices.ContainsFunc(m.Value.Items, func(n *jsondoc.Node) bool { return !b.vacuous(b.places[n]) })
		}
		return kind == jsondoc.Array && !b.vacuous(b.places[m.Value])
	case "minItems":
		return kind == jsondoc.Array && !isZero(m.Value)
	case "uniqueItems":
		return kind == jsondoc.Array && isTrue(m.Value)
	case "contains", "maxItems":
		return kind == jsondoc.Array
	}
	return false
}

// isZero reports whether a count demands nothing.
func isZero(n *jsondoc.Node) bool {
	digits, _, _ := strings.Cut(strings.ToLower(n.Text), "e")
	return n.Kind == jsondoc.Number && strings.Trim(digits, "-0.") == ""
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
