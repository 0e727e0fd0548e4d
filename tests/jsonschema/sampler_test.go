//go:build corpus

package jsonschema_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/pattern"
)

// A sampler makes up documents that a schema probably allows: it follows the
// common keywords and trusts the caller to validate.
type sampler struct {
	*rand.Rand
	root any
}

const maxSampleDepth = 8

// value follows the schema s, as encoding/json decodes it.
func (r sampler) value(s any, depth int) any {
	m, ok := s.(map[string]any)
	if !ok || depth > maxSampleDepth {
		return r.anything()
	}
	if ref, ok := m["$ref"].(string); ok && strings.HasPrefix(ref, "#/") {
		return r.value(r.at(ref[2:]), depth+1)
	}
	if v, ok := m["const"]; ok {
		return v
	}
	if values, ok := m["enum"].([]any); ok && len(values) > 0 {
		return pick(r, values)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if branches, ok := m[keyword].([]any); ok && len(branches) > 0 {
			return r.value(merge(without(m, keyword), pick(r, branches)), depth+1)
		}
	}
	if branches, ok := m["allOf"].([]any); ok {
		return r.value(merge(without(m, "allOf"), branches...), depth+1)
	}
	return r.typed(m, depth)
}

func pick[T any](r sampler, list []T) T { return list[r.IntN(len(list))] }

func (r sampler) anything() any {
	return pick(r, []any{nil, true, "x", 1.0, []any{}, map[string]any{}, map[string]any{"q": 1.0}, []any{map[string]any{"q": "x"}}})
}

func (r sampler) at(pointer string) any {
	at := r.root
	for token := range strings.SplitSeq(pointer, "/") {
		m, _ := at.(map[string]any)
		at = m[strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")]
	}
	return at
}

func without(m map[string]any, keyword string) map[string]any {
	rest := maps.Clone(m)
	delete(rest, keyword)
	return rest
}

// merge joins properties and required; for other keywords the last one wins.
func merge(m map[string]any, others ...any) map[string]any {
	for _, other := range others {
		o, _ := other.(map[string]any)
		for keyword, v := range o {
			switch w := m[keyword].(type) {
			case map[string]any:
				if added, ok := v.(map[string]any); ok && keyword == "properties" {
					v = maps.Clone(w)
					maps.Copy(v.(map[string]any), added)
				}
			case []any:
				if added, ok := v.([]any); ok && keyword == "required" {
					v = slices.Concat(w, added)
				}
			}
			m[keyword] = v
		}
	}
	return m
}

// hints tell the type of a schema that does not.
var hints = []struct{ keyword, kind string }{
	{"properties", "object"}, {"required", "object"}, {"additionalProperties", "object"}, {"items", "array"},
	{"pattern", "string"}, {"minLength", "string"}, {"maxLength", "string"}, {"minimum", "number"}, {"maximum", "number"},
}

func (r sampler) typed(m map[string]any, depth int) any {
	kind, _ := m["type"].(string)
	if kinds, ok := m["type"].([]any); ok && len(kinds) > 0 {
		kind, _ = pick(r, kinds).(string)
	}
	for _, hint := range hints {
		if _, ok := m[hint.keyword]; ok && m["type"] == nil && kind == "" {
			kind = hint.kind
		}
	}
	switch kind {
	case "null":
		return nil
	case "boolean":
		return r.IntN(2) == 0
	case "integer":
		return float64(int64(r.number(m)))
	case "number":
		return r.number(m)
	case "string":
		return r.text(m)
	case "array":
		return r.array(m, depth)
	case "object":
		return r.object(m, depth)
	}
	return r.anything()
}

func number(m map[string]any, keyword string, otherwise float64) float64 {
	if n, ok := m[keyword].(float64); ok {
		return n
	}
	return otherwise
}

func (r sampler) number(m map[string]any) float64 {
	low := number(m, "minimum", -5)
	high := number(m, "maximum", max(1e6, low+10))
	return pick(r, []float64{low, high, low + r.Float64()*(high-low)})
}

func (r sampler) text(m map[string]any) string {
	q := pattern.Query{MinLen: int(number(m, "minLength", 0)), MaxLen: int(number(m, "maxLength", -1))}
	if source, ok := m["pattern"].(string); ok {
		if p, err := pattern.Compile(source); err == nil {
			q.All = append(q.All, p)
		}
	}
	short, _ := pattern.Shortest(q)
	q.MinLen = max(q.MinLen, min(q.MaxLen, 300), r.IntN(12))
	if long, answer := pattern.Shortest(q); answer == pattern.Found && r.IntN(2) == 0 {
		return long
	}
	return short
}

func (r sampler) array(m map[string]any, depth int) any {
	items := []any{}
	for range max(r.IntN(3), int(number(m, "minItems", 0))) {
		items = append(items, r.value(m["items"], depth+1))
	}
	return items
}

func (r sampler) object(m map[string]any, depth int) any {
	object := map[string]any{}
	properties, _ := m["properties"].(map[string]any)
	optional := r.IntN(4) // quarters of the optional properties
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if r.IntN(4) < optional {
			object[name] = r.value(properties[name], depth+1)
		}
	}
	required, _ := m["required"].([]any)
	for _, name := range required {
		if name, ok := name.(string); ok {
			object[name] = r.value(properties[name], depth+1)
		}
	}
	if rest, ok := m["additionalProperties"].(map[string]any); ok && r.IntN(2) == 0 {
		object["other"] = r.value(rest, depth+1)
	}
	return object
}
