package oddity

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules/schema"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/internal/suggest"
)

// maxPlaces bounds the places of an event that are looked at: beyond it, names
// count as declared.
const maxPlaces = 5_000

// undeclared reports required names that no schema describes which applies to
// the same value. Where a schema is not at hand, or speaks of names otherwise
// than one by one, every name counts as described.
func undeclared(doc *jsondoc.Document, d jsonschema.Dialect) []evctl.Finding {
	if !suspect(doc, d) {
		return nil
	}
	s := survey{doc: doc, draft: d, seen: map[string]bool{}, bare: map[*jsondoc.Node]bool{}, near: map[*jsondoc.Node][]string{}}
	s.place([]*jsondoc.Node{doc.Root})
	if len(s.seen) > maxPlaces {
		return nil
	}
	var findings []evctl.Finding
	jsonschema.Walk(doc, d, func(pointer string, n *jsondoc.Node) {
		for _, name := range required(n) {
			if !s.bare[name] || len(findings) == maxFindings {
				continue
			}
			f := schema.RequiredUndeclared.At(doc.Position(name.Start, name.End), "property %q is required and nothing declares it%s",
				name.Text, hint(name.Text, s.near[name]))
			f.Path, f.Key = pointer+"/required", name.Text
			f.Remedy = fmt.Sprintf("declare %q in properties, or take it out of required", name.Text)
			findings = append(findings, f)
		}
	})
	return findings
}

// hint names the property that a name of some length was probably meant to be.
func hint(name string, declared []string) string {
	if len(name) < 4 {
		return ""
	}
	return suggest.Hint(name, declared)
}

// suspect reports whether some schema requires a name that it does not declare
// itself; mostly none does, and the survey can be saved.
func suspect(doc *jsondoc.Document, d jsonschema.Dialect) bool {
	return jsonschema.Any(doc, d, func(n *jsondoc.Node) bool {
		declared := n.Get("properties")
		return slices.ContainsFunc(required(n), func(name *jsondoc.Node) bool { return declared.Get(name.Text) == nil })
	})
}

// required lists the names that a schema requires.
func required(n *jsondoc.Node) []*jsondoc.Node {
	list := n.Get("required")
	if list == nil || list.Kind != jsondoc.Array {
		return nil
	}
	var names []*jsondoc.Node
	for _, item := range list.Items {
		if item.Kind == jsondoc.String {
			names = append(names, item)
		}
	}
	return names
}

// A survey goes through the places of an event. A schema may stand at several:
// bare tells, for each required name, whether none of them declares it.
type survey struct {
	doc   *jsondoc.Document
	draft jsonschema.Dialect
	seen  map[string]bool
	bare  map[*jsondoc.Node]bool
	near  map[*jsondoc.Node][]string // names declared beside it
}

// place looks at a place that the schemas apply to, and at those below it.
func (s *survey) place(schemas []*jsondoc.Node) {
	key := keyOf(schemas)
	if len(s.seen) > maxPlaces || s.seen[key] {
		return
	}
	s.seen[key] = true
	at := gathering{survey: s, known: map[*jsondoc.Node]bool{}, declared: map[string][]*jsondoc.Node{}}
	for _, n := range schemas {
		at.schema(n, true)
	}
	names := slices.Sorted(maps.Keys(at.declared))
	for _, name := range at.required {
		_, declared := at.declared[name.Text]
		if was, known := s.bare[name]; !known || was {
			s.bare[name] = !declared && !at.vague
			s.near[name] = names
		}
	}
	for _, name := range names {
		s.place(at.declared[name])
	}
	for _, n := range at.below {
		s.place([]*jsondoc.Node{n})
	}
}

func keyOf(schemas []*jsondoc.Node) string {
	var key []byte
	for _, n := range schemas {
		key = append(strconv.AppendInt(key, int64(n.Start), 10), ' ')
	}
	return string(key)
}

// A gathering is what the schemas at one place say of names.
type gathering struct {
	*survey
	known    map[*jsondoc.Node]bool
	required []*jsondoc.Node
	declared map[string][]*jsondoc.Node
	below    []*jsondoc.Node // of items and of names not listed
	vague    bool            // some schema may describe any name
}

// schema adds a schema that applies in place. What it requires counts only if
// the event must satisfy it, or may choose to.
func (g *gathering) schema(n *jsondoc.Node, counts bool) {
	if n == nil || n.Kind != jsondoc.Object || g.known[n] {
		return
	}
	g.known[n] = true
	if ref := n.Get("$ref"); ref != nil {
		g.refer(ref, counts)
		if g.draft < jsonschema.Draft2019 {
			return
		}
	}
	if counts {
		g.required = append(g.required, required(n)...)
	}
	for _, m := range n.Members {
		g.keyword(m, counts)
	}
}

// refer follows a reference within the document; of others nothing is known.
func (g *gathering) refer(ref *jsondoc.Node, counts bool) {
	pointer, local := strings.CutPrefix(ref.Text, "#")
	target, ok := g.doc.Root.At(pointer)
	if !local || !ok || ref.Kind != jsondoc.String || strings.ContainsAny(pointer, "%") || pointer != "" && pointer[0] != '/' {
		g.vague = true
		return
	}
	g.schema(target, counts)
}

func (g *gathering) keyword(m jsondoc.Member, counts bool) {
	switch m.Name {
	case "properties":
		for _, p := range m.Value.Members {
			g.declared[p.Name] = append(g.declared[p.Name], p.Value)
		}
	case "allOf", "anyOf", "oneOf":
		for _, branch := range m.Value.Items {
			g.schema(branch, counts)
		}
	case "then", "else":
		g.schema(m.Value, counts)
	case "if", "not":
		g.schema(m.Value, false)
	case "dependentSchemas", "dependencies":
		for _, d := range m.Value.Members {
			g.schema(d.Value, counts)
		}
	case "additionalProperties", "unevaluatedProperties":
		g.vague = g.vague || m.Value.Kind == jsondoc.Object && len(m.Value.Members) > 0
		g.below = append(g.below, m.Value)
	case "patternProperties":
		g.vague = g.vague || len(m.Value.Members) > 0
		for _, p := range m.Value.Members {
			g.below = append(g.below, p.Value)
		}
	case "propertyNames", "enum", "const", "$dynamicRef", "$recursiveRef":
		g.vague = true
	case "items", "prefixItems", "contains", "additionalItems", "unevaluatedItems":
		if m.Value.Kind == jsondoc.Array {
			g.below = append(g.below, m.Value.Items...)
		} else {
			g.below = append(g.below, m.Value)
		}
	}
}
