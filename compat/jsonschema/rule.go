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

// changeOf returns what becomes of a keyword that only ever breaks by allowing
// less or more.
func changeOf(keyword string) change {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return change{rules.BoundNarrowed, rules.BoundWidened}
	case "multipleOf":
		return change{rules.MultipleNarrowed, rules.MultipleWidened}
	case "minLength", "maxLength":
		return change{rules.LengthNarrowed, rules.LengthWidened}
	case "pattern":
		return change{rules.PatternNarrowed, rules.PatternWidened}
	case "format", "contentEncoding", "contentMediaType", "contentSchema":
		return change{rules.StringFormatNarrowed, rules.StringFormatWidened}
	case "required":
		return change{rules.RequiredFieldAdded, rules.RequiredFieldRemoved}
	case "minItems", "maxItems", "minProperties", "maxProperties":
		return change{rules.SizeNarrowed, rules.SizeWidened}
	case "contains", "minContains", "maxContains":
		return change{rules.ContainsNarrowed, rules.ContainsWidened}
	case "uniqueItems":
		return change{rules.UniqueItemsAdded, rules.UniqueItemsRemoved}
	case "propertyNames":
		return change{rules.PropertyNamesNarrowed, rules.PropertyNamesWidened}
	case "dependencies", "dependentRequired", "dependentSchemas":
		return change{rules.DependencyAdded, rules.DependencyRemoved}
	case "anyOf", "oneOf":
		return change{rules.UnionNarrowed, rules.UnionWidened}
	case "then", "else":
		return change{rules.ConditionNarrowed, rules.ConditionWidened}
	case "not":
		return change{rules.NegationNarrowed, rules.NegationWidened}
	case "unevaluatedProperties", "additionalProperties":
		return change{rules.AdditionalPropertiesClosed, rules.AdditionalPropertiesOpened}
	case "unevaluatedItems", "additionalItems", "items", "prefixItems":
		return change{rules.ItemsClosed, rules.ItemsOpened}
	case "properties", "patternProperties":
		return change{rules.ValueForbidden, rules.ValueAllowed}
	}
	return change{rules.SchemaNarrowed, rules.SchemaWidened}
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
	return c.pick(changeOf(keyword))
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
	n := p.Node()
	of, _ = logic.TypeNamed(n.Text)
	for _, item := range n.Items {
		named, _ := logic.TypeNamed(item.Text)
		of |= named
	}
	return of
}

func (c *cause) enumRule() evctl.Rule {
	if c.there.Has("enum") || c.there.Has("const") {
		return c.pick(change{rules.EnumValueRemoved, rules.EnumValueAdded})
	}
	return c.pick(change{rules.EnumAdded, rules.EnumRemoved})
}
