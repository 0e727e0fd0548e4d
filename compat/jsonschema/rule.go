package jsonschema

import (
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/rules"
)

// A change names what became of a keyword: where new readers break, it allows
// less than before; where old readers break, it allows more.
type change struct{ less, more evctl.Rule }

// changes lists the keywords that only ever break by allowing less or more.
func changes() map[string]change {
	bound := change{rules.BoundNarrowed, rules.BoundWidened}
	length := change{rules.LengthNarrowed, rules.LengthWidened}
	size := change{rules.SizeNarrowed, rules.SizeWidened}
	contains := change{rules.ContainsNarrowed, rules.ContainsWidened}
	dependency := change{rules.DependencyAdded, rules.DependencyRemoved}
	union := change{rules.UnionNarrowed, rules.UnionWidened}
	condition := change{rules.ConditionNarrowed, rules.ConditionWidened}
	rest := change{rules.AdditionalPropertiesClosed, rules.AdditionalPropertiesOpened}
	items := change{rules.ItemsClosed, rules.ItemsOpened}
	return map[string]change{
		"minimum": bound, "maximum": bound, "exclusiveMinimum": bound, "exclusiveMaximum": bound,
		"multipleOf": {rules.MultipleNarrowed, rules.MultipleWidened},
		"minLength":  length, "maxLength": length,
		"pattern":  {rules.PatternNarrowed, rules.PatternWidened},
		"format":   {rules.StringFormatNarrowed, rules.StringFormatWidened},
		"required": {rules.RequiredFieldAdded, rules.RequiredFieldRemoved},
		"minItems": size, "maxItems": size, "minProperties": size, "maxProperties": size,
		"contains": contains, "minContains": contains, "maxContains": contains,
		"uniqueItems":   {rules.UniqueItemsAdded, rules.UniqueItemsRemoved},
		"propertyNames": {rules.PropertyNamesNarrowed, rules.PropertyNamesWidened},
		"dependencies":  dependency, "dependentRequired": dependency, "dependentSchemas": dependency,
		"anyOf": union, "oneOf": union,
		"then": condition, "else": condition,
		"not":                   {rules.NegationNarrowed, rules.NegationWidened},
		"unevaluatedProperties": rest, "additionalProperties": rest,
		"unevaluatedItems": items, "additionalItems": items, "items": items, "prefixItems": items,
		"properties": {rules.ValueForbidden, rules.ValueAllowed}, "patternProperties": {rules.ValueForbidden, rules.ValueAllowed},
	}
}

// rule names the reason.
func (c *cause) rule() evctl.Rule {
	keyword := c.Part.Keyword
	switch {
	case keyword == "type":
		return c.typeRule()
	case keyword == "enum" || keyword == "const":
		return c.enumRule()
	case c.Name != "":
		return c.pick(change{rules.PropertyRemoved, rules.PropertyAdded})
	case keyword == "false" && c.holder() != nil:
		keyword = c.holder().Keyword
	}
	if found, ok := changes()[keyword]; ok {
		return c.pick(found)
	}
	return c.pick(change{rules.SchemaNarrowed, rules.SchemaWidened})
}

// holder is the statement that a sub-schema false stands in, whatever leads
// there in place.
func (c *cause) holder() *compile.Part {
	for _, part := range slices.Backward(c.Trail) {
		if !part.Step.Here() {
			return part
		}
	}
	return nil
}

func (c *cause) pick(found change) evctl.Rule {
	if c.direction == evctl.Backward {
		return found.less
	}
	return found.more
}

func (c *cause) typeRule() evctl.Rule {
	if c.other != nil && typesOf(c.Part)&typesOf(c.other) == 0 {
		return rules.FieldTypeChanged
	}
	return c.pick(change{rules.TypeNarrowed, rules.TypeWidened})
}

func typesOf(p *compile.Part) (of logic.Types) {
	names := logic.TypeNames()
	n := p.Node()
	of = names[n.Text]
	for _, item := range n.Items {
		of |= names[item.Text]
	}
	return of
}

func (c *cause) enumRule() evctl.Rule {
	if c.there.Has("enum") || c.there.Has("const") {
		return c.pick(change{rules.EnumValueRemoved, rules.EnumValueAdded})
	}
	return c.pick(change{rules.EnumAdded, rules.EnumRemoved})
}
