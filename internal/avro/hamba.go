package avro

import (
	"encoding/json"
	"strings"

	"github.com/hamba/avro/v2"
)

// secondOpinion has hamba/avro judge the schema as this package understood it:
// names in full, every declaration at its first use, no defaults. Its errors
// have no place, so whatever has one is checked before.
func secondOpinion(root *Type) error {
	r := renderer{declared: map[*Type]bool{}}
	text, err := json.Marshal(r.render(root))
	if err != nil {
		return err
	}
	_, err = avro.ParseBytesWithCache(text, "", &avro.SchemaCache{})
	return err
}

type renderer struct{ declared map[*Type]bool }

// fullName spells names without a namespace as if they had one: hamba would
// look for them in the enclosing namespace.
func (r *renderer) fullName(name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	return "_." + name
}

func (r *renderer) render(t *Type) any {
	switch t.Kind {
	case Union:
		branches := make([]any, len(t.Branches))
		for i, b := range t.Branches {
			branches[i] = r.render(b)
		}
		return branches
	case Array:
		return map[string]any{"type": "array", "items": r.render(t.Items)}
	case Map:
		return map[string]any{"type": "map", "values": r.render(t.Items)}
	}
	if t.Name == "" {
		return t.Kind.String()
	}
	if r.declared[t] {
		return r.fullName(t.Name)
	}
	r.declared[t] = true
	return r.declaration(t)
}

func (r *renderer) declaration(t *Type) map[string]any {
	m := map[string]any{"type": t.Kind.String(), "name": r.fullName(t.Name)}
	switch t.Kind {
	case Enum:
		m["symbols"] = t.Symbols
	case Fixed:
		m["size"] = t.Size
	default:
		fields := make([]any, len(t.Fields))
		for i, f := range t.Fields {
			fields[i] = map[string]any{"name": f.Name, "type": r.render(f.Type)}
		}
		m["fields"] = fields
	}
	return m
}
