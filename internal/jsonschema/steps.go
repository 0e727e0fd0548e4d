package jsonschema

import "github.com/evctl/evctl/internal/jsondoc"

// keyword returns what a keyword, or its negation, says of the step. The
// negation of a keyword with several entries is that one of them fails.
func (w *walker) keyword(m jsondoc.Member, p *place, negated bool) *location {
	var parts []*location
	if w.step.index < 0 {
		parts = w.member(m, p, negated)
	} else {
		parts = w.item(m, p, negated)
	}
	if negated {
		return w.combine(some, parts)
	}
	return w.combine(all, parts)
}

func (w *walker) member(m jsondoc.Member, p *place, negated bool) []*location {
	switch m.Name {
	case "properties", "patternProperties":
		return w.entries(m, negated)
	case "additionalProperties":
		if !w.namedBeside(p.node) {
			return w.applied(m.Value, negated)
		}
	case "unevaluatedProperties":
		if !w.factsOf(w.schema(p, false)).names[w.step.name] {
			return w.applied(m.Value, negated)
		}
	case "const", "enum":
		if !negated {
			return w.constants(m, p)
		}
	}
	return []*location{nil}
}

func (w *walker) entries(m jsondoc.Member, negated bool) []*location {
	parts := []*location{}
	for _, entry := range m.Value.Members {
		matches := entry.Name == w.step.name
		if m.Name == "patternProperties" {
			matches = w.matches(entry.Name, w.step.name)
		}
		if matches {
			parts = append(parts, w.applied(entry.Value, negated)...)
		} else {
			parts = append(parts, nil)
		}
	}
	return parts
}

// namedBeside reports whether properties or patternProperties cover the name.
func (w *walker) namedBeside(schema *jsondoc.Node) bool {
	if schema.Get("properties").Member(w.step.name) != nil {
		return true
	}
	if patterns := schema.Get("patternProperties"); patterns != nil {
		for _, m := range patterns.Members {
			if w.matches(m.Name, w.step.name) {
				return true
			}
		}
	}
	return false
}

func (w *walker) applied(n *jsondoc.Node, negated bool) []*location {
	p := w.bundle.places[n]
	if p == nil {
		return []*location{nil}
	}
	return []*location{w.schema(p, negated)}
}

func (w *walker) constants(m jsondoc.Member, p *place) []*location {
	var parts []*location
	for _, v := range valuesOf(m) {
		if v.Kind == w.step.kind() {
			parts = append(parts, w.constantChild(v, p))
		}
	}
	return []*location{w.combine(some, parts)}
}

func (w *walker) item(m jsondoc.Member, p *place, negated bool) []*location {
	i := w.step.index
	switch m.Name {
	case "items", "prefixItems":
		if m.Value.Kind == jsondoc.Array {
			if i < len(m.Value.Items) {
				return w.applied(m.Value.Items[i], negated)
			}
		} else if i >= listed(p.node, "prefixItems") || p.doc.dialect < Draft2020 {
			return w.applied(m.Value, negated)
		}
	case "additionalItems", "unevaluatedItems":
		if i >= max(listed(p.node, "items"), listed(p.node, "prefixItems")) && !isSchema(p.node.Get("items")) {
			return w.applied(m.Value, negated)
		}
	case "contains": // some item matches, perhaps another one
		return []*location{w.combine(some, append(w.applied(m.Value, negated), nil))}
	case "const", "enum":
		if !negated {
			return w.constants(m, p)
		}
	}
	return []*location{nil}
}

// listed returns the number of items that the keyword lists.
func listed(schema *jsondoc.Node, keyword string) int {
	if v := schema.Get(keyword); v != nil && v.Kind == jsondoc.Array {
		return len(v.Items)
	}
	return 0
}
