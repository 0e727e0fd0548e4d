package laws_test

import (
	"encoding/json"
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
)

// The generators draw schemas that use every keyword over a small vocabulary
// of names, strings and numbers, so that keywords meet, and documents over the
// same vocabulary, so that they are often valid.
var (
	names    = []string{"a", "b", "ab", "x-a"}
	texts    = []string{"", "a", "b", "ab", "abc", "x-a", "1"}
	patterns = []string{"^a", "b$", "^x-", "^[a-b]*$", "1"}
	numbers  = []any{0, 1, 2, 3, -1, 0.5, 1.5, 10}
	types    = []string{"null", "boolean", "integer", "number", "string", "array", "object"}
)

func document(t *rapid.T, depth int) any {
	kinds := 6
	if depth <= 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return rapid.SampledFrom(numbers).Draw(t, "number")
	case 3:
		return rapid.SampledFrom(texts).Draw(t, "text")
	case 4:
		items := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			items = append(items, document(t, depth-1))
		}
		return items
	}
	object := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		object[rapid.SampledFrom(names).Draw(t, "name")] = document(t, depth-1)
	}
	return object
}

// schema draws a 2020-12 schema with a few keywords at each level.
func schema(t *rapid.T, depth int) any {
	if rapid.IntRange(0, 9).Draw(t, "boolean?") == 0 {
		return rapid.Bool().Draw(t, "schema")
	}
	s := map[string]any{}
	most := 3
	if depth <= 0 {
		most = 2
	}
	for range rapid.IntRange(0, most).Draw(t, "keywords") {
		keyword(t, s, depth-1)
	}
	return s
}

func keyword(t *rapid.T, s map[string]any, depth int) {
	list := scalarKeywords
	if depth >= 0 {
		list = append(append([]string{}, scalarKeywords...), nestedKeywords...)
	}
	k := rapid.SampledFrom(list).Draw(t, "keyword")
	if k == "annotation" {
		k = rapid.SampledFrom(slices.Sorted(maps.Keys(annotations))).Draw(t, "annotation")
		s[k] = annotations[k]
		return
	}
	s[k] = keywordValue(t, k, depth)
	if k == "if" {
		s["then"], s["else"] = schema(t, depth), schema(t, depth)
	}
	if k == "contains" && rapid.Bool().Draw(t, "counted") {
		s["minContains"], s["maxContains"] = small(t, 0, 2), small(t, 1, 3)
	}
	if k == "prefixItems" && rapid.Bool().Draw(t, "closed") {
		s["items"] = schema(t, depth)
	}
}

var scalarKeywords = []string{
	"type", "type", "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "pattern", "required", "required", "minProperties", "maxProperties", "minItems", "maxItems", "uniqueItems",
	"dependentRequired", "format", "x-extensible-enum", "default", "examples", "annotation",
}

// annotations are keywords that judge nothing.
var annotations = map[string]any{
	"title": "T", "description": "D", "$comment": "C", "deprecated": true, "readOnly": true, "writeOnly": true,
	"contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": map[string]any{"type": "object"},
}

// formats are those of all drafts, and one that nobody knows.
var formats = []string{
	"date", "time", "date-time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference",
	"iri", "iri-reference", "uri-template", "json-pointer", "relative-json-pointer", "regex", "uuid", "made-up",
}

var nestedKeywords = []string{
	"properties", "properties", "properties", "patternProperties", "additionalProperties", "propertyNames",
	"items", "prefixItems", "contains", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas",
	"unevaluatedProperties", "unevaluatedItems", "$ref", "$dynamicRef",
}

func small(t *rapid.T, low, high int) int { return rapid.IntRange(low, high).Draw(t, "small") }

func keywordValue(t *rapid.T, keyword string, depth int) any {
	switch keyword {
	case "type":
		if rapid.Bool().Draw(t, "several") {
			return rapid.SliceOfNDistinct(rapid.SampledFrom(types), 1, 3, rapid.ID).Draw(t, "types")
		}
		return rapid.SampledFrom(types).Draw(t, "type")
	case "enum", "examples":
		return []any{document(t, 1), document(t, 1)}
	case "const", "default":
		return document(t, 1)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return rapid.SampledFrom(numbers).Draw(t, "bound")
	case "multipleOf":
		return rapid.SampledFrom([]any{1, 2, 0.5, 0.3}).Draw(t, "step")
	case "minLength", "minItems", "minProperties":
		return small(t, 0, 2)
	case "maxLength", "maxItems", "maxProperties":
		return small(t, 0, 3)
	case "pattern":
		return rapid.SampledFrom(patterns).Draw(t, "pattern")
	case "required":
		return rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 2, rapid.ID).Draw(t, "required")
	case "uniqueItems":
		return true
	case "format":
		return rapid.SampledFrom(formats).Draw(t, "format")
	case "x-extensible-enum":
		return []any{rapid.SampledFrom(texts).Draw(t, "value")}
	case "$dynamicRef":
		return "#node"
	case "dependentRequired":
		return map[string]any{rapid.SampledFrom(names).Draw(t, "name"): []string{rapid.SampledFrom(names).Draw(t, "needs")}}
	case "properties", "dependentSchemas":
		return schemas(t, names, depth)
	case "patternProperties":
		return schemas(t, patterns, depth)
	case "prefixItems", "allOf", "anyOf", "oneOf":
		list := []any{schema(t, depth)}
		for range small(t, 0, 2) {
			list = append(list, schema(t, depth))
		}
		return list
	case "$ref":
		return rapid.SampledFrom([]string{"#/$defs/d", "#/$defs/tree", "#named", farAway, openNode}).Draw(t, "ref")
	}
	return schema(t, depth)
}

func schemas(t *rapid.T, keys []string, depth int) map[string]any {
	m := map[string]any{}
	for range small(t, 1, 2) {
		m[rapid.SampledFrom(keys).Draw(t, "key")] = schema(t, depth)
	}
	return m
}

// Addresses of schemas with an $id, below $defs: one that refers within itself,
// and one whose dynamic reference leads back to the root's node.
const (
	farAway  = "https://example.com/far"
	openNode = "https://example.com/open"
)

// root wraps a schema with what its references lead to.
func root(t *rapid.T) any {
	s := schema(t, 2)
	return map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$defs": map[string]any{
			"d":     map[string]any{"type": []string{"string", "object"}, "minLength": 1, "properties": map[string]any{"a": map[string]any{"type": "integer"}}},
			"named": map[string]any{"$anchor": "named", "type": []string{"integer", "object"}, "maximum": 5},
			"node":  map[string]any{"$dynamicAnchor": "node", "type": []string{"null", "object"}, "properties": map[string]any{"b": map[string]any{"$dynamicRef": "#node"}}},
			"far":   map[string]any{"$id": farAway, "type": []string{"array", "string"}, "items": map[string]any{"allOf": []any{map[string]any{"$ref": "#/$defs/deep"}}}, "$defs": map[string]any{"deep": map[string]any{"type": "integer"}}},
			"open":  map[string]any{"$id": openNode, "type": "array", "items": map[string]any{"$dynamicRef": "#node"}, "$defs": map[string]any{"any": map[string]any{"$dynamicAnchor": "node"}}},
			"tree":  map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"$ref": "#/$defs/tree"}, "b": map[string]any{"type": "string"}}},
		},
		"allOf": []any{s},
	}
}

func with(base any, combinator string, branches ...any) any {
	m := map[string]any{"$schema": "https://json-schema.org/draft/2020-12/schema", combinator: branches}
	if defs, ok := base.(map[string]any)["$defs"]; ok {
		m["$defs"] = defs
	}
	return m
}

// inner returns the drawn schema of a root.
func inner(root any) any { return root.(map[string]any)["allOf"].([]any)[0] }

func marshal(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func version(v any) *evctl.Schema {
	return &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: marshal(v)}
}

func fatalPair(t interface{ Fatalf(string, ...any) }, what string, w, r *evctl.Schema, extra any) {
	t.Fatalf("%s\nwriter %s\nreader %s\n%+v", what, w.Text, r.Text, extra)
}
