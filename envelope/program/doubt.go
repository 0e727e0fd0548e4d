package program

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// backtracks reports whether a pattern of the schema is not linear, or none.
func (k *compiler) backtracks(p *jsonschema.Place) bool {
	linear := func(source string) bool { return k.pattern(source) != nil }
	if v := p.Node().Get("pattern"); v != nil && !linear(v.Text) {
		return true
	}
	v := p.Node().Get("patternProperties")
	return v != nil && slices.ContainsFunc(v.Members, func(m jsondoc.Member) bool { return !linear(m.Name) })
}

// dangles reports whether a reference leads nowhere, or hides keywords that only
// a metaschema looks at.
func (k *compiler) dangles(p *jsonschema.Place) bool {
	ref := p.Node().Get("$ref")
	if ref == nil {
		return false
	}
	hides := p.Dialect() < jsonschema.Draft2019 && slices.ContainsFunc(p.Node().Members, func(m jsondoc.Member) bool {
		return constrains(m.Name) != 0 || slices.Contains(applied, m.Name)
	})
	return hides || k.tree.Target(p, ref.Text) == nil
}

var applied = []string{"type", "enum", "const", openEnum, "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "minContains", "maxContains"}

// loops reports whether a schema refers to itself in place, anywhere.
func (k *compiler) loops() bool {
	state := map[*jsonschema.Place]int{} // 1 while it is looked at, 2 when done
	var visit func(p *jsonschema.Place) bool
	visit = func(p *jsonschema.Place) bool {
		if p == nil || state[p] == 2 {
			return false
		}
		if state[p] == 1 {
			return true
		}
		state[p] = 1
		if slices.ContainsFunc(k.inPlace(p), visit) {
			return true
		}
		state[p] = 2
		return false
	}
	return slices.ContainsFunc(k.tree.Places(), visit)
}

// inPlace lists the schemas that p applies to the very value it is applied to.
func (k *compiler) inPlace(p *jsonschema.Place) (places []*jsonschema.Place) {
	for _, m := range p.Node().Members {
		switch m.Name {
		case "$ref":
			places = append(places, k.tree.Target(p, m.Value.Text))
		case "allOf", "anyOf", "oneOf":
			for _, branch := range m.Value.Items {
				places = append(places, k.tree.At(branch))
			}
		case "not", "if", "then", "else":
			places = append(places, k.tree.At(m.Value))
		case "dependencies", "dependentSchemas":
			for _, m := range m.Value.Members {
				places = append(places, k.tree.At(m.Value))
			}
		}
	}
	return places
}
