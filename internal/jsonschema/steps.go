package jsonschema

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
)

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
		if !w.bundle.names(p.node, w.step.name) {
			return w.applied(m.Value, negated)
		}
	case "unevaluatedProperties":
		if f := w.factsOf(w.schema(p, false)); !f.rest && !w.named(f, w.step.name) {
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
			matches = w.bundle.matches(entry.Name, w.step.name)
		}
		if matches {
			parts = append(parts, w.applied(entry.Value, negated)...)
		} else {
			parts = append(parts, nil)
		}
	}
	return parts
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
	if m.Name == "const" || m.Name == "enum" {
		if negated {
			return []*location{nil}
		}
		return w.constants(m, p)
	}
	schema := appliedAt(m, p, w.step.index)
	if schema == nil {
		return []*location{nil}
	}
	parts := w.applied(schema, negated)
	if m.Name == "contains" || m.Name == "unevaluatedItems" && w.applies(p) { // to some items
		return []*location{w.combine(some, append(parts, nil))}
	}
	return parts
}

// applies reports whether contains, or schemas that p applies in place, may
// evaluate items.
func (w *walker) applies(p *place) bool {
	seen := map[*place]bool{p: true}
	return slices.ContainsFunc(p.conjuncts, func(e expr) bool {
		if e.op == leaf { // of p itself, whose other keywords evaluate the same items in every array
			return e.keyword.Name == "contains" && p.doc.dialect >= Draft2020
		}
		return evaluates(e, seen)
	})
}

func evaluates(e expr, seen map[*place]bool) bool {
	within := func(part expr) bool { return evaluates(part, seen) }
	switch e.op {
	case leaf:
		return slices.Contains(evaluators, e.keyword.Name)
	case opaque:
		return true
	case sub:
		if seen[e.place] {
			return false
		}
		seen[e.place] = true
		return slices.ContainsFunc(e.place.conjuncts, within)
	}
	return slices.ContainsFunc(e.parts, within)
}

// evaluators are the keywords that evaluate items.
var evaluators = []string{"items", "prefixItems", "additionalItems", "contains", "unevaluatedItems"}
