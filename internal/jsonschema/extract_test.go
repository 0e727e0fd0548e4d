package jsonschema

import (
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// TestExtractsJudgeAlike holds what is left of a schema to the whole of it.
func TestExtractsJudgeAlike(t *testing.T) {
	pairs := map[string]string{}
	for _, test := range violations {
		pairs["{"+s2020+test.schema+"}"] = test.value
	}
	for _, test := range projections {
		pairs[test.schema] = test.value
	}
	pairs[`{`+s2020+`"$defs": {"A": {"$id": "http://localhost/bar", "$anchor": "foo", "type": "integer"}}, "not": {"$ref": "http://localhost/bar#foo"}}`] = `"a"`
	cut := 0
	for schema, value := range pairs {
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			if extractsAlike(t, schema, value, evctl.Semantics{Policy: policy}) {
				cut++
			}
		}
	}
	if cut < len(pairs)/2 {
		t.Errorf("only %d of %d could be cut", cut, 2*len(pairs))
	}
}

func extractsAlike(t *testing.T, schema, value string, sem evctl.Semantics) bool {
	t.Helper()
	s := schemaOf(schema)
	doc, err := jsondoc.Parse(s.File, s.Text)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsondoc.Parse("value", []byte(value))
	if err != nil {
		t.Fatal(err)
	}
	dialect, _ := Draft(doc, sem)
	text, _, ok := extract(doc, baseURI(s), dialect, reachOf(v.Root), sem.Policy)
	whole := newSide(s, doc, sem, nil)
	if !ok || whole.err != nil {
		return false
	}
	part, err := jsondoc.Parse(s.File, text)
	if err != nil {
		t.Fatalf("%s: the extract %s: %v", schema, text, err)
	}
	sem.Draft = dialect.String()
	half := newSide(s, part, sem, nil)
	if half.err != nil {
		t.Errorf("%s: the extract %s does not compile: %v", schema, text, half.err)
		return true
	}
	want, wantErr := whole.possible.allows(newEvent(v.Root))
	got, gotErr := half.possible.allows(newEvent(v.Root))
	if got != want || (gotErr == nil) != (wantErr == nil) {
		t.Errorf("%s of %s: got %v, %v from the extract %s, want %v, %v", sem.Policy, value, got, gotErr, text, want, wantErr)
	}
	if sem.Policy == evctl.Strict {
		return true
	}
	wantNames := strings.Join(whole.possible.projection.Unknown(v.Root), " ")
	if gotNames := strings.Join(half.possible.projection.Unknown(v.Root), " "); gotNames != wantNames {
		t.Errorf("%s in %s: unknown to the extract %s are %q, want %q", value, schema, text, gotNames, wantNames)
	}
	return true
}

func TestExtractLeavesOutWhatNothingComesTo(t *testing.T) {
	onlyA := &reach{}
	for _, value := range []string{`{"a":"x"}`, `{"a":{"a":null}}`} {
		doc, err := jsondoc.Parse("value", []byte(value))
		if err != nil {
			t.Fatal(err)
		}
		onlyA.take(doc.Root)
	}
	for schema, want := range map[string]string{
		`{"title":"t","properties":{"a":{"type":"string"},"b":{"type":"null"}},"required":["b"]}`:                           `{"properties":{"a":{"type":"string"}},"required":["b"]}`,
		`{"properties":{"a":{"$ref":"#/definitions/x"}},"definitions":{"x":{"type":"string"},"y":true}}`:                    `{"definitions":{"x":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/x"}}}`,
		`{"properties":{"a":{"$ref":"#/properties/b"},"b":{"properties":{"c":true},"type":"object"}}}`:                      `{"properties":{"a":{"$ref":"#/properties/b"},"b":{"properties":{},"type":"object"}}}`,
		`{"properties":{"a":{"$ref":"#/x/y"}},"x":{"y":{"type":"null"},"z":{"type":"null"}}}`:                               `{"properties":{"a":{"$ref":"#/x/y"}},"x":{"y":{"type":"null"}}}`,
		`{"minimum":1,"properties":{"a":{"properties":{"a":{"minLength":1,"minProperties":1},"b":true},"maxItems":1}}}`:     `{"properties":{"a":{"properties":{"a":{}}}}}`,
		`{"properties":{"a":{"additionalProperties":{"title":"t","type":"null"}}},"additionalProperties":{"$ref":"#/x"}}`:   `{"additionalProperties":{"$ref":"#/x"},"properties":{"a":{"additionalProperties":{"type":"null"}}}}`,
		`{"allOf":[{"properties":{"b":true}}],"items":{"type":"null"},"enum":[{"title":1}]}`:                                `{"allOf":[{"properties":{}}],"enum":[{"title":1}]}`,
		`{"patternProperties":{"^b":{"type":"null"}},"additionalProperties":{"properties":{"a":{"type":"null"},"b":true}}}`: `{"additionalProperties":{"properties":{"a":{"type":"null"}}},"patternProperties":{"^b":{"type":"null"}}}`,
	} {
		doc, err := jsondoc.Parse("a.json", []byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		text, _, ok := extract(doc, "evctl:///a.json", Draft7, onlyA, evctl.Strict)
		part, err := jsondoc.Parse("extract", text)
		if !ok || err != nil || string(part.Root.Canonical()) != want {
			t.Errorf("%s: got %s, want %s", schema, text, want)
		}
	}
	for _, schema := range []string{
		`{"properties":{"a":{"$id":"b.json"}}}`, `{"properties":{"a":{"$ref":"#name"}}}`, `{"$recursiveAnchor":true}`,
		`{"properties":{"a":{"$ref":"other.json"},"b":{"$id":"other.json"}},"$id":"root.json"}`,
	} {
		doc, err := jsondoc.Parse("a.json", []byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := extract(doc, "evctl:///a.json", Draft7, onlyA, evctl.Strict); ok {
			t.Errorf("%s: cut at a glance", schema)
		}
	}
}
