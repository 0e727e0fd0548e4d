package program

import (
	"slices"

	"github.com/evctl/evctl/internal/jsonschema"
)

// evaluators lists the schemas that name members in place of the schema's
// unevaluatedProperties, itself first; all says that they name every member. Ok
// is false if it depends on the value which of them do.
func (k *compiler) evaluators(p *jsonschema.Place) (places []*jsonschema.Place, all, ok bool) {
	e := evaluation{compiler: k, top: p, ok: true}
	e.add(p)
	return e.places, e.all, e.ok
}

type evaluation struct {
	*compiler
	top     *jsonschema.Place
	places  []*jsonschema.Place
	all, ok bool
}

func (e *evaluation) add(p *jsonschema.Place) {
	if p == nil {
		e.ok = false
		return
	}
	if slices.Contains(e.places, p) {
		return
	}
	e.places = append(e.places, p)
	ref := p.Node().Get("$ref")
	if ref != nil && p.Dialect() < jsonschema.Draft2019 {
		e.ok = false // unlikely, and of another draft
		return
	}
	for _, m := range p.Node().Members {
		switch m.Name {
		case "$ref":
			e.add(e.tree.Target(p, m.Value.Text))
		case "allOf":
			for _, branch := range m.Value.Items {
				e.add(e.tree.At(branch))
			}
		case "additionalProperties":
			e.all = true
		case "anyOf", "oneOf", "if", "dependentSchemas", "dependencies":
			e.ok = false
		case "unevaluatedProperties":
			e.ok = e.ok && p == e.top
		}
	}
}
