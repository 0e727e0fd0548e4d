package laws_test

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
)

// errForeign says that a draft has no words for a schema of 2020-12.
var errForeign = errors.New("not in this draft")

// A translator writes a schema of 2020-12 in the words of an older draft.
type translator struct{ draft string }

// older are the addresses of the drafts that it writes.
var older = map[string]string{
	"4":       "http://json-schema.org/draft-04/schema#",
	"6":       "http://json-schema.org/draft-06/schema#",
	"7":       "http://json-schema.org/draft-07/schema#",
	"2019-09": "https://json-schema.org/draft/2019-09/schema",
}

// foreign are the keywords that a draft does not have.
var foreign = map[string][]string{
	"4":       {"contains", "propertyNames", "if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "examples"},
	"6":       {"if", "then", "else", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems"},
	"7":       {"minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems"},
	"2019-09": {"unevaluatedItems"}, // contains counts for it since 2020-12
}

// root writes a whole text.
func (tr translator) root(v any) (any, error) {
	s, ok := v.(map[string]any)
	if !ok {
		return nil, errForeign
	}
	s = maps.Clone(s)
	delete(s, "$schema")
	translated, err := tr.schema(s)
	if err != nil {
		return nil, err
	}
	out := translated.(map[string]any)
	out["$schema"] = older[tr.draft]
	return out, nil
}

// written writes a text in a draft that has the words, 2020-12 more often than
// each other one.
func written(t *rapid.T, v any) *evctl.Schema {
	draft := rapid.SampledFrom([]string{"2020-12", "2020-12", "4", "6", "7", "2019-09"}).Draw(t, "draft")
	if _, ok := older[draft]; ok {
		if old, err := (translator{draft}).root(v); err == nil {
			return version(old)
		}
	}
	return version(v)
}

func (tr translator) schema(v any) (any, error) {
	if b, ok := v.(bool); ok && tr.draft == "4" {
		if b {
			return map[string]any{}, nil
		}
		return map[string]any{"not": map[string]any{}}, nil
	}
	s, ok := v.(map[string]any)
	if !ok {
		return v, nil
	}
	out := map[string]any{}
	var parts []any // what the draft cannot say beside the rest
	for keyword, value := range s {
		for _, k := range foreign[tr.draft] {
			if k == keyword {
				return nil, errForeign
			}
		}
		if err := tr.keyword(out, &parts, s, keyword, value); err != nil {
			return nil, err
		}
	}
	if len(parts) == 0 {
		return out, nil
	}
	whole := map[string]any{"allOf": append(parts, out)}
	if rest, ok := out["unevaluatedProperties"]; ok { // what the parts evaluate, too
		delete(out, "unevaluatedProperties")
		whole["unevaluatedProperties"] = rest
	}
	return whole, nil
}

func (tr translator) keyword(out map[string]any, parts *[]any, s map[string]any, keyword string, value any) (err error) {
	add := func(keyword string, value any) { out[keyword] = value }
	aside := func(part map[string]any) { *parts = append(*parts, part) }
	switch keyword {
	case "$ref":
		if value == openNode {
			return errForeign
		}
		if tr.draft == "2019-09" {
			add(keyword, value)
		} else {
			aside(map[string]any{keyword: strings.Replace(value.(string), "$defs", tr.defs(), 1)})
		}
	case "$dynamicRef":
		aside(map[string]any{"$ref": "#/" + tr.defs() + "/node"})
	case "$id":
		add(tr.id(), value)
	case "$anchor":
		if tr.draft == "2019-09" {
			add(keyword, value)
		} else {
			add(tr.id(), "#"+value.(string))
		}
	case "$defs":
		return tr.definitions(out, value.(map[string]any))
	case "enum": // older metaschemas want the values to differ
		var values []any
		known := map[string]bool{}
		for _, v := range value.([]any) {
			if key := string(marshal(v)); !known[key] {
				known[key] = true
				values = append(values, v)
			}
		}
		add(keyword, values)
	case "const":
		if tr.draft == "4" {
			aside(map[string]any{"enum": []any{value}})
		} else {
			add(keyword, value)
		}
	case "exclusiveMinimum", "exclusiveMaximum":
		if tr.draft == "4" {
			bound := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[keyword]
			aside(map[string]any{bound: value, keyword: true})
		} else {
			add(keyword, value)
		}
	case "dependentRequired":
		if tr.draft == "2019-09" {
			add(keyword, value)
		} else {
			aside(map[string]any{"dependencies": value})
		}
	case "dependentSchemas":
		members, err := tr.members(value)
		if tr.draft == "2019-09" {
			add(keyword, members)
		} else {
			aside(map[string]any{"dependencies": members})
		}
		return err
	case "prefixItems":
		items, err := tr.items(value)
		add("items", items)
		return err
	case "items":
		sub, err := tr.schema(value)
		if _, tuple := s["prefixItems"]; tuple {
			add("additionalItems", sub)
		} else {
			add("items", sub)
		}
		return err
	case "allOf", "anyOf", "oneOf":
		items, err := tr.items(value)
		add(keyword, items)
		return err
	case "properties", "patternProperties":
		members, err := tr.members(value)
		add(keyword, members)
		return err
	case "additionalProperties":
		if _, plain := value.(bool); plain {
			add(keyword, value)
			return nil
		}
		sub, err := tr.schema(value)
		add(keyword, sub)
		return err
	case "propertyNames", "contains", "not", "if", "then", "else", "unevaluatedProperties":
		sub, err := tr.schema(value)
		add(keyword, sub)
		return err
	default:
		add(keyword, value)
	}
	return nil
}

func (tr translator) id() string {
	if tr.draft == "4" {
		return "id"
	}
	return "$id"
}

func (tr translator) defs() string {
	if tr.draft == "2019-09" {
		return "$defs"
	}
	return "definitions"
}

// definitions leaves out what only $dynamicRef can say. A node of 2019-09 says
// it by $recursiveRef, and so is a resource of its own.
func (tr translator) definitions(out, value map[string]any) error {
	value = maps.Clone(value)
	delete(value, "open")
	node, named := value["node"].(map[string]any)
	delete(value, "node")
	members, err := tr.members(value)
	if err != nil {
		return err
	}
	out[tr.defs()] = members
	if !named {
		return nil
	}
	node = maps.Clone(node)
	delete(node, "$dynamicAnchor")
	if tr.draft == "2019-09" {
		node["$id"], node["$recursiveAnchor"] = "https://example.com/node", true
		node["properties"] = map[string]any{"b": map[string]any{"$recursiveRef": "#"}}
		members["node"] = node
		return nil
	}
	members["node"], err = tr.schema(node)
	return err
}

func (tr translator) items(value any) ([]any, error) {
	var out []any
	for _, item := range value.([]any) {
		sub, err := tr.schema(item)
		if err != nil {
			return nil, err
		}
		out = append(out, sub)
	}
	return out, nil
}

func (tr translator) members(value any) (map[string]any, error) {
	out := map[string]any{}
	for name, member := range value.(map[string]any) {
		sub, err := tr.schema(member)
		if err != nil {
			return nil, err
		}
		out[name] = sub
	}
	return out, nil
}

// TestDraftsSayTheSame writes a schema in the words of every older draft that
// has some for it: each reads the other, and a third schema stands to both
// alike.
func TestDraftsSayTheSame(t *testing.T) {
	translated := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		s, other := root(t), version(root(t))
		for _, draft := range []string{"4", "6", "7", "2019-09"} {
			tr := translator{draft}
			old, err := tr.root(s)
			if err != nil {
				continue
			}
			translated[draft]++
			a, b := version(s), version(old)
			mustRead(t, a, b, strict)
			mustRead(t, b, a, strict)
			mustRead(t, a, b, lenient)
			mustRead(t, b, a, lenient)
			one, two := reads(t, other, a, strict), reads(t, other, b, strict)
			if decided(one, two) && one.Verdict != two.Verdict {
				fatalPair(t, "the draft changes the verdict", a, b, string(other.Text))
			}
		}
	})
	for draft := range older {
		if translated[draft] == 0 {
			t.Errorf("no schema was written in draft %s", draft)
		}
	}
}

// keywords are those of drafts 4 to 2020-12 that a schema may hold, and the
// one of open enumerations.
var keywords = []string{
	"$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef", "$ref", "$schema",
	"additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema",
	"default", "definitions", "dependencies", "dependentRequired", "dependentSchemas", "deprecated", "description", "else", "enum", "examples",
	"exclusiveMaximum", "exclusiveMinimum", "format", "id", "if", "items", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum",
	"minContains", "minItems", "minLength", "minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties",
	"prefixItems", "properties", "propertyNames", "readOnly", "required", "then", "title", "type", "unevaluatedItems", "unevaluatedProperties",
	"uniqueItems", "writeOnly", "x-extensible-enum",
}

// TestEveryKeywordIsDrawn counts the keywords of what the laws are held to.
func TestEveryKeywordIsDrawn(t *testing.T) {
	drawn := map[string]int{}
	draw := rapid.Custom(func(t *rapid.T) *evctl.Schema { return written(t, root(t)) })
	for seed := range 2_000 {
		var text any
		if err := json.Unmarshal(draw.Example(seed).Text, &text); err != nil {
			t.Fatal(err)
		}
		rewrite(text, func(s map[string]any) any {
			for keyword := range s {
				drawn[keyword]++
			}
			return s
		})
	}
	for _, keyword := range keywords {
		if drawn[keyword] == 0 {
			t.Errorf("%s is never drawn", keyword)
		}
		delete(drawn, keyword)
	}
	if len(drawn) > 0 {
		t.Errorf("drawn, and no keywords: %v", drawn)
	}
}
