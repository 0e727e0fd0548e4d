package program

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// constrains tells the types of which the keyword asks something that is read
// off the schemas all at once. Other keywords are taken one by one.
func constrains(keyword string) kinds {
	switch keyword {
	case "minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema":
		return 1 << jsondoc.String
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return 1 << jsondoc.Number
	case "items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems", "contains", "unevaluatedItems":
		return 1 << jsondoc.Array
	case "properties", "patternProperties", "additionalProperties", "required", "minProperties", "maxProperties",
		"propertyNames", "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties":
		return 1 << jsondoc.Object
	}
	return 0
}

// reads reports whether the keyword says anything where it stands.
func (k *compiler) reads(p *jsonschema.Place, keyword string) bool {
	switch keyword {
	case "format", "contentEncoding", "contentMediaType", "contentSchema":
		return k.sem.AssertFormats
	case "dependentRequired":
		return p.Dialect() >= jsonschema.Draft2019
	case "additionalItems":
		items := p.Node().Get("items")
		return p.Dialect() < jsonschema.Draft2020 && items != nil && items.Kind == jsondoc.Array
	}
	return p.Reads(keyword)
}

// beyond tells why the machine cannot judge values of a kind by the schema, all
// keywords of it; "" if it can.
func (k *compiler) beyond(p *jsonschema.Place, kind jsondoc.Kind) string {
	ref := p.Node().Get("$ref")
	if ref != nil && k.tree.Target(p, ref.Text) == nil {
		return "$ref to a metaschema"
	}
	if ref != nil && p.Dialect() < jsonschema.Draft2019 {
		return ""
	}
	for _, m := range p.Node().Members {
		if k.tooMuch(p, m, kind) {
			return m.Name
		}
	}
	return ""
}

func (k *compiler) tooMuch(p *jsonschema.Place, m jsondoc.Member, kind jsondoc.Kind) bool {
	if !constrains(m.Name).has(kind) || !k.reads(p, m.Name) {
		return false
	}
	switch m.Name {
	case "unevaluatedItems":
		return !k.silent(m.Value)
	case "unevaluatedProperties":
		_, _, ok := k.evaluators(p)
		return !ok && !k.silent(m.Value)
	case "contentEncoding", "contentMediaType", "contentSchema":
		return true
	case "format":
		_, ok := k.tree.Format(p, m.Value.Text)
		return !ok
	case "pattern":
		return k.pattern(m.Value.Text) == nil
	case "patternProperties":
		return slices.ContainsFunc(m.Value.Members, func(m jsondoc.Member) bool { return k.pattern(m.Name) == nil })
	case "multipleOf":
		_, ok := divisorOf(parseDecimal([]byte(m.Value.Text)))
		return !ok
	}
	return false
}

// silent reports whether the schema is true or {}.
func (k *compiler) silent(n *jsondoc.Node) bool {
	return n.Kind == jsondoc.Bool && n.Bool || n.Kind == jsondoc.Object && len(n.Members) == 0
}

func (k *compiler) pattern(source string) *pattern {
	p, ok := k.patterns[source]
	if !ok {
		p = newPattern(source)
		k.patterns[source] = p
	}
	return p
}
