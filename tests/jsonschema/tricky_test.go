package jsonschema_test

import (
	"context"
	"errors"
	"testing"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/jsonschema"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/tests/jsonschema/second"
)

// tricky are schemas made by hand, a trap each. All pairs of them are compared.
var tricky = []string{
	`true`, `false`, `{"type":"object"}`, `{"type":"object","properties":{}}`, `{"type":"object","additionalProperties":false}`,
	`{"type":"object","properties":{"a":{}}}`, `{"properties":{"a":false},"required":["a"]}`,
	`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`,
	`{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"type":"integer"}},"required":["a"]}`,
	`{"type":"object","properties":{"b":{"const":1.0}},"minProperties":1}`,
	`{"type":"object","patternProperties":{"^a":{"type":"string"},"a$":{"minLength":2}},"additionalProperties":{"type":"number"}}`,
	`{"type":"object","propertyNames":{"enum":["a","ab"]},"minProperties":2}`,
	`{"type":"object","propertyNames":{"pattern":"^[ab]+$","maxLength":1},"maxProperties":2}`,
	`{"type":"object","dependentRequired":{"a":["b"]},"properties":{"a":{},"b":{}}}`,
	`{"type":"object","dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}},"required":["b"]}}}`,
	`{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"integer"}}}]}`,
	`{"oneOf":[{"properties":{"a":{"type":"string"}},"additionalProperties":false},{"properties":{"b":{"type":"integer"}},"additionalProperties":false}]}`,
	`{"oneOf":[{"multipleOf":2},{"multipleOf":3}],"type":"integer","minimum":0,"maximum":12}`,
	`{"allOf":[{"properties":{"a":{"properties":{"b":{}}}}},{"properties":{"a":{"required":["b"]}}}]}`,
	`{"type":"object","properties":{"a":{"properties":{"b":{"type":"null"}},"additionalProperties":false}}}`,
	`{"if":{"properties":{"a":{"const":"x"}},"required":["a"]},"then":{"required":["b"]},"else":{"not":{"required":["b"]}}}`,
	`{"type":"object","allOf":[{"properties":{"a":{"type":"string"}}}],"unevaluatedProperties":false}`,
	`{"type":"object","anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}],"unevaluatedProperties":false}`,
	`{"not":{"type":"object","required":["a"]}}`, `{"not":{"not":{"enum":[1,"1",[1],{"a":1}]}}}`, `{"enum":[1,"1",[1],{"a":1}]}`, `{"const":{"a":1,"b":"x"}}`,
	`{"type":"integer"}`, `{"type":"number","multipleOf":0.1}`, `{"type":"number","multipleOf":0.5,"exclusiveMinimum":0,"exclusiveMaximum":1}`, `{"const":0.5}`,
	`{"type":"number","not":{"type":"integer"}}`, `{"type":"integer","minimum":-0.5,"maximum":0.5}`, `{"minimum":1,"maximum":0}`, `{"maximum":9007199254740993}`,
	`{"type":"string","minLength":1}`, `{"type":"string","pattern":"."}`, `{"type":"string","pattern":"^\\w+$"}`, `{"type":"string","pattern":"^\\d$"}`, `{"type":"string","pattern":"^[0-9]$"}`,
	`{"type":"string","pattern":"^(?!a).*b$","maxLength":2}`, `{"type":"string","pattern":"\\bx\\b"}`, `{"type":"string","pattern":"^\\p{L}$"}`, `{"type":"string","maxLength":1,"not":{"pattern":"^[^a]*$"}}`,
	`{"type":"array","items":{"enum":[0,1]},"uniqueItems":true,"minItems":2}`, `{"type":"array","items":{"type":"boolean"},"uniqueItems":true}`, `{"type":"array","maxItems":2}`,
	`{"type":"array","prefixItems":[{"type":"integer"}],"items":false}`, `{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":{"type":"null"}}`,
	`{"type":"array","contains":{"const":1},"minContains":2,"maxContains":3}`, `{"type":"array","contains":{"type":"integer"},"minContains":0}`, `{"type":"array","prefixItems":[{"type":"integer"}],"unevaluatedItems":false}`,
	`{"type":"array","contains":{"type":"string"},"unevaluatedItems":{"type":"integer"}}`, `{"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"type":"integer"}}}}`,
	`{"type":"array","items":{"type":"array"},"uniqueItems":true,"minItems":3}`, `{"type":"array","not":{"enum":[[],[null],[[]]]}}`,
	`{"type":"object","not":{"enum":[{},{"a":1},{"a":1,"b":1}]}}`, `{"type":"object","minProperties":2,"not":{"const":{"a":"x","b":1}}}`,
	`{"$defs":{"t":{"type":"object","properties":{"a":{"$ref":"#/$defs/t"}},"additionalProperties":false}},"$ref":"#/$defs/t"}`,
	`{"$defs":{"t":{"type":["object","null"],"properties":{"a":{"$ref":"#/$defs/t"},"b":{}},"additionalProperties":false}},"$ref":"#/$defs/t"}`,
	`{"$defs":{"t":{"type":"object","properties":{"a":{"$ref":"#/$defs/t"}},"required":["a"]}},"anyOf":[{"$ref":"#/$defs/t"},{"type":"null"}]}`,
	`{"$dynamicAnchor":"n","type":"object","properties":{"a":{"$dynamicRef":"#n"}},"maxProperties":1}`,
}

// olderTricky are in the words of draft 7.
var olderTricky = []string{
	`{"type":"array","items":[{"type":"integer"}],"additionalItems":{"type":"string"}}`, `{"items":[{"type":"integer"},{"type":"string"}],"additionalItems":false,"type":"array"}`,
	`{"additionalItems":false,"type":"array"}`, `{"type":"array","items":{"type":"integer"},"additionalItems":false}`, `{"type":"array","contains":{"const":1}}`,
	`{"type":"object","dependencies":{"a":["b"],"b":{"properties":{"a":{"type":"string"}}}}}`, `{"type":"object","dependencies":{"a":false},"properties":{"a":{}}}`,
	`{"definitions":{"s":{"type":"string"}},"$ref":"#/definitions/s","minLength":5}`, `{"definitions":{"s":{"type":"string"}},"allOf":[{"$ref":"#/definitions/s"}],"minLength":2}`,
	`{"type":"object","properties":{"$ref":{"type":"string"},"a":{"enum":["x",null]}}}`, `{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"}},"additionalProperties":true}`,
	`{"if":{"type":"integer"},"then":{"minimum":1},"else":{"type":["string","object"]}}`, `{"then":false}`, `{"type":["integer","string"],"not":{"const":1}}`,
	`{"definitions":{"t":{"oneOf":[{"type":"null"},{"type":"object","properties":{"a":{"$ref":"#/definitions/t"}},"required":["a"],"additionalProperties":false}]}},"$ref":"#/definitions/t"}`,
}

// events are values on either side of what the tricky schemas ask.
var events = []string{
	`null`, `true`, `0`, `1`, `1.0`, `0.5`, `0.1`, `0.30`, `2`, `3`, `4`, `6`, `-1`, `9007199254740993`, `9007199254740994`,
	`""`, `"a"`, `"b"`, `"ab"`, `"aa"`, `"x"`, `"1"`, `"x y"`, `"\n"`, `"\u2028"`, `"é"`, `"৪"`, `"😀"`, `"_"`,
	`[]`, `[1]`, `[1,1]`, `[0,1]`, `[1,"x"]`, `[1,"x",null]`, `[1,1,1,1]`, `["x"]`, `["x",1]`, `[true,false]`, `[1,1.0]`, `[{"a":1},{"a":1,"b":2}]`, `[{"b":1},{"b":2}]`,
	`{}`, `{"a":1}`, `{"a":"x"}`, `{"a":"xy"}`, `{"a":null}`, `{"b":1}`, `{"b":"x"}`, `{"a":"x","b":1}`, `{"a":1,"b":"x"}`, `{"a":{}}`, `{"a":{"b":null}}`, `{"a":{"b":1}}`,
	`{"a":{"a":{}}}`, `{"a":{"a":null}}`, `{"ab":1}`, `{"a":1,"ab":1}`, `{"c":1}`, `{"c":"x"}`, `{"aa":"x"}`, `{"aa":"xy"}`, `{"":0}`, `{"a":{"c":1}}`,
}

// A judge is one of the tricky schemas, compiled by other authors.
type judge struct {
	schema    *evctl.Schema
	libraries *jsonschema.Validator
	second    *second.Schema // nil if it is not fit for the schema
	known     *jsonschema.Projection
}

// TestTrickyPairs compares all pairs of tricky schemas: each is decided, no
// event contradicts a compatible verdict, and a validator of another author
// confirms each event that proves an incompatible one.
func TestTrickyPairs(t *testing.T) {
	compareAll(t, "2020-12", tricky)
	compareAll(t, "7", olderTricky)
}

func compareAll(t *testing.T, draft string, schemas []string) {
	t.Helper()
	var judges []*judge
	for _, text := range schemas {
		judges = append(judges, newJudge(t, draft, text))
	}
	var parsed []*jsondoc.Node
	for _, event := range events {
		parsed = append(parsed, parseEvent(t, []byte(event)))
	}
	for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
		e, sem := engine.New(), evctl.Semantics{Policy: policy, Draft: draft}
		for _, w := range judges {
			for _, r := range judges {
				got, err := e.Compare(context.Background(), w.schema, r.schema, []evctl.Direction{evctl.Backward}, sem)
				if err != nil {
					t.Fatal(err)
				}
				switch got.Verdict {
				case evctl.Compatible:
					for _, event := range parsed {
						if seen, ok := w.writes(t, r, policy, event); ok && !r.allows(t, seen) {
							t.Errorf("%s: compatible, yet %s breaks\nwriter %s\nreader %s", policy, event.Canonical(), w.schema.Text, r.schema.Text)
						}
					}
				case evctl.Incompatible:
					confirm(t, policy, w, r, got)
				default:
					if len(got.Findings) == 0 || got.Findings[0].Rule != "compat/writer-empty" {
						t.Errorf("%s: %s\nwriter %s\nreader %s\n%v", policy, got.Verdict, w.schema.Text, r.schema.Text, got.Findings)
					}
				}
			}
		}
	}
}

func newJudge(t *testing.T, draft, text string) *judge {
	t.Helper()
	j := &judge{schema: &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: []byte(text)}}
	var err error
	if j.libraries, err = jsonschema.Compile(j.schema, evctl.Semantics{Policy: evctl.Strict, Draft: draft}); err != nil {
		t.Fatal(err)
	}
	if j.known, err = jsonschema.NewProjection(j.schema, evctl.Semantics{Policy: evctl.Lenient, Draft: draft}); err != nil {
		t.Fatal(err)
	}
	if j.second, err = second.Compile(j.schema.Text, draft); err != nil && !errors.Is(err, second.ErrCannotJudge) {
		t.Fatal(err)
	}
	return j
}

func parseEvent(t *testing.T, text []byte) *jsondoc.Node {
	t.Helper()
	doc, err := jsondoc.Parse("event", text)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root
}

func (j *judge) allows(t *testing.T, event *jsondoc.Node) bool {
	t.Helper()
	allowed, err := j.libraries.Allows(event)
	if err != nil {
		t.Fatal(err)
	}
	return allowed
}

// writes reports whether j's producer may write an event, and returns what the
// reader sees of it.
func (j *judge) writes(t *testing.T, reader *judge, policy evctl.Policy, event *jsondoc.Node) (*jsondoc.Node, bool) {
	t.Helper()
	if !j.allows(t, event) {
		return nil, false
	}
	if policy == evctl.Strict {
		return event, true
	}
	return reader.known.Project(event), len(j.known.Unknown(event)) == 0
}

func confirm(t *testing.T, policy evctl.Policy, w, r *judge, got evctl.Judgement) {
	t.Helper()
	for _, f := range got.Findings {
		if f.Witness == nil {
			continue
		}
		if f.Witness.Unverified {
			t.Errorf("%s: unverified %s\nwriter %s\nreader %s", policy, f.Witness.Value, w.schema.Text, r.schema.Text)
			continue
		}
		seen := f.Witness.Value
		if policy == evctl.Lenient {
			seen = f.Witness.Projected
		}
		for _, side := range []struct {
			by    *judge
			event []byte
			want  bool
		}{{w, f.Witness.Value, true}, {r, seen, false}} {
			if side.by.second == nil {
				continue
			}
			if valid, err := side.by.second.Judge(side.event); err == nil && valid != side.want {
				t.Errorf("%s: %s is valid: %v, for another author\nwriter %s\nreader %s", policy, side.event, valid, w.schema.Text, r.schema.Text)
			}
		}
	}
}
