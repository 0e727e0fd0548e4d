package laws_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

// seeds are schemas as people write them: unions, recursion, tuples, patterns,
// conditions, definitions, all drafts.
var seeds = []string{
	`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["id","kind"],"properties":{"id":{"type":"string","pattern":"^[a-z]{2}-[0-9]+$"},"kind":{"enum":["paid","refunded"]},"amount":{"type":"number","multipleOf":0.01,"exclusiveMinimum":0},"lines":{"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/definitions/line"}}},"definitions":{"line":{"type":"object","properties":{"sku":{"type":"string","minLength":1},"count":{"type":"integer","minimum":1}},"additionalProperties":false}}}`,
	`{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"value":{"type":["string","null"]},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"unevaluatedProperties":false,"anyOf":[{"required":["value"]},{"required":["children"],"properties":{"label":{"type":"string"}}}]}}}`,
	`{"oneOf":[{"type":"object","properties":{"type":{"const":"card"},"last4":{"type":"string","pattern":"^\\d{4}$"}},"required":["type"],"additionalProperties":false},{"type":"object","properties":{"type":{"const":"iban"},"iban":{"type":"string","maxLength":34}},"required":["type","iban"]},{"type":"string","format":"uri"}]}`,
	`{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://example.com/a","type":"object","patternProperties":{"^x-":{},"^[0-9]+$":{"type":"integer","maximum":10,"exclusiveMaximum":true}},"additionalProperties":false,"dependencies":{"a":["b"],"c":{"minProperties":2}},"not":{"required":["z"]}}`,
	`{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"array","items":[{"type":"string"},{"type":"number"}],"additionalItems":{"$anchor":"more","type":"boolean"},"contains":{"const":1.5},"minContains":1,"maxContains":3,"if":{"maxItems":2},"then":{"contains":{"type":"string"}},"else":{"uniqueItems":true}}`,
	`{"type":"object","propertyNames":{"pattern":"^[a-z_]+$","maxLength":20},"minProperties":1,"maxProperties":5,"additionalProperties":{"anyOf":[{"type":"integer","enum":[1,2,3]},{"type":"array","items":{"type":"object","properties":{"at":{"type":"string","x-extensible-enum":["now","later"]}}}},{"not":{"type":"object"}}]}}`,
	`{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://example.com/tree","$dynamicAnchor":"t","type":"object","properties":{"left":{"$dynamicRef":"#t"},"right":{"$dynamicRef":"#t"},"data":true},"prefixItems":[{"const":{"a":[1,{}]}}],"dependentRequired":{"left":["right"]}}`,
	`{"allOf":[{"properties":{"a":{"type":"string","minLength":2}}},{"if":{"required":["a"]},"then":{"required":["b"]}},{"oneOf":[{"required":["c"]},{"required":["d"]}]}],"enum":[{"a":"xx","b":1,"c":null},{"d":[]}]}`,
}

// A mutator changes a schema as the bytes tell it.
type mutator struct {
	bytes []byte
	parts []any // sub-trees of all seeds, to put elsewhere
}

func (m *mutator) next(below int) int {
	if len(m.bytes) == 0 || below <= 0 {
		return 0
	}
	b := int(m.bytes[0])
	m.bytes = m.bytes[1:]
	return b % below
}

// change returns v with one change somewhere in it.
func (m *mutator) change(v any) any {
	descend := m.next(8) < 6
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			return m.parts[m.next(len(m.parts))]
		}
		names := slices.Sorted(maps.Keys(v))
		name := names[m.next(len(names))]
		out := maps.Clone(v)
		switch {
		case descend:
			out[name] = m.change(v[name])
		case m.next(3) == 0:
			delete(out, name)
		case m.next(2) == 0: // under another one's name
			out[names[m.next(len(names))]] = v[name]
		default:
			out[name] = m.parts[m.next(len(m.parts))]
		}
		return out
	case []any:
		if len(v) == 0 {
			return []any{m.parts[m.next(len(m.parts))]}
		}
		i := m.next(len(v))
		out := slices.Clone(v)
		switch {
		case descend:
			out[i] = m.change(v[i])
		case m.next(2) == 0:
			return slices.Delete(out, i, i+1)
		default:
			return append(out, v[i], m.parts[m.next(len(m.parts))])
		}
		return out
	case float64:
		return []any{v + 1, -v, v / 2, v * 1e9, 0.1}[m.next(5)]
	case bool:
		return !v
	case string:
		return []any{v + v, "", "#", "^(a|b)*$", "string", "(?=a)b", 1.0}[m.next(7)]
	}
	return m.parts[m.next(len(m.parts))]
}

// subtrees lists all values in v.
func subtrees(v any, list []any) []any {
	list = append(list, v)
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = subtrees(v[name], list)
		}
	case []any:
		for _, item := range v {
			list = subtrees(item, list)
		}
	}
	return list
}

// FuzzMutatedSchemas compares changed schemas with themselves and with what
// they were: no panic, no wrong witness, an end in time, and no schema that
// does not read itself.
func FuzzMutatedSchemas(f *testing.F) {
	var parts []any
	originals := make([]any, len(seeds))
	for i, text := range seeds {
		if err := json.Unmarshal([]byte(text), &originals[i]); err != nil {
			f.Fatal(err)
		}
		parts = subtrees(originals[i], parts)
		f.Add(uint8(i), []byte{6, 0, 1, 2, 3, 7, 6, 1, 1, 0, 9, 4, 6, 3, 2})
		f.Add(uint8(i), []byte{1, 2, 250, 17, 3, 9, 0, 6, 2, 2, 1, 44, 5, 7, 7, 1})
	}
	f.Fuzz(func(t *testing.T, which uint8, changes []byte) {
		if len(changes) > 200 {
			return
		}
		original := originals[int(which)%len(originals)]
		m := &mutator{changes, parts}
		changed := original
		for len(m.bytes) > 0 {
			changed = m.change(changed)
		}
		text := marshal(changed)
		if len(text) > 20_000 {
			return
		}
		a, b, c := version(original), version(changed), &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: append(text, ' ')}
		for _, sem := range []evctl.Semantics{strict, lenient, asserted} {
			for _, pair := range [][2]*evctl.Schema{{a, b}, {b, c}} {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				j, err := engine.Compare(ctx, pair[0], pair[1], []evctl.Direction{evctl.Backward, evctl.Forward}, sem)
				cancel()
				if errors.Is(err, context.DeadlineExceeded) {
					t.Fatalf("no end in a minute: %s", text)
				}
				if err != nil {
					t.Fatal(err)
				}
				if pair[0] == b && j.Verdict == evctl.Incompatible {
					t.Fatalf("does not read itself, %s: %s\n%+v", sem.Policy, text, j.Findings)
				}
				for _, f := range j.Findings {
					if f.Key == "unproven" || f.Key == "unproven " {
						t.Fatalf("a witness was refuted, %s: %s\n%s", sem.Policy, pair[0].Text, pair[1].Text)
					}
				}
			}
		}
	})
}
