package jsonschema

import (
	"errors"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// FuzzSchema feeds schemas and values from outside: nothing panics, both
// libraries agree, what is left of a schema judges as the whole does, and a
// projection keeps nothing that it does not know.
func FuzzSchema(f *testing.F) {
	for _, test := range projections {
		f.Add(test.schema, test.value)
	}
	for _, test := range violations {
		f.Add("{"+s2020+test.schema+"}", test.value)
	}
	f.Fuzz(func(t *testing.T, schema, value string) {
		doc, err := jsondoc.Parse("value", []byte(value))
		if err != nil {
			return
		}
		s := schemaOf(schema)
		v, err := Compile(s, evctl.Semantics{})
		if err != nil {
			return
		}
		agree(t, v, doc.Root)
		extractsAlike(t, schema, value, evctl.Semantics{Policy: evctl.Strict})
		extractsAlike(t, schema, value, evctl.Semantics{})
		p, err := NewProjection(s, evctl.Semantics{})
		if err != nil {
			t.Fatalf("%s compiles, but: %v", schema, err)
		}
		projected := p.Project(doc.Root)
		if unknown := p.Unknown(projected); len(unknown) > 0 {
			t.Fatalf("%s: the projection of %s still has %s", schema, value, unknown[0])
		}
		if (projected == doc.Root) != (len(p.Unknown(doc.Root)) == 0) {
			t.Fatalf("%s: Project and Unknown disagree about %s", schema, value)
		}
	})
}

func agree(t *testing.T, v *Validator, value *jsondoc.Node) {
	t.Helper()
	err := v.Validate(value)
	var invalid *ValidationError
	if err != nil && !errors.As(err, &invalid) {
		return
	}
	other, compileErr := compileSecond(v.bundle, v.bundle.root.uri, (&normalizer{bundle: v.bundle, added: map[string]string{}}).texts())
	if compileErr != nil {
		return
	}
	failures, otherErr := other.validate(plainValue(value))
	if otherErr == nil && (err == nil) != (len(failures) == 0) {
		t.Fatalf("%s of %s: %T says %v, v6 %v", v.bundle.root.Text, value.Canonical(), v.library, err, failures)
	}
}

// FuzzSound holds what is told at a glance to the metaschemas.
func FuzzSound(f *testing.F) {
	for _, text := range []string{
		`{"type":["string","null"],"enum":[1,2,"a",null,true],"minLength":3,"maximum":1.5e3,"exclusiveMinimum":0,"multipleOf":0.1}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://a/b","properties":{"a":{"maximum":1,"exclusiveMaximum":true}},"required":["a"],"additionalProperties":false}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://a.example/x","prefixItems":[true],"items":false,"$anchor":"a","dependentRequired":{"a":["b"]}}`,
		`{"$schema":"https://json-schema.org/draft/2019-09/schema","$defs":{"a":{"$ref":"#/$defs/a"}},"items":[{}],"unevaluatedItems":false,"deprecated":true}`,
		`{"patternProperties":{"^a+$":{"pattern":"\\d"}},"dependencies":{"a":["b"],"c":{}},"examples":[],"uniqueItems":true,"format":"date","title":"t"}`,
		`{"enum":[1,1.0]}`, `{"required":["a","a"]}`, `{"pattern":"["}`, `{"type":"any"}`, `{"$ref":"%"}`, `{"$id":"#a"}`, `{"not":3}`, `{"allOf":[]}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","required":[]}`, `{"$schema":"http://json-schema.org/draft-06/schema#","enum":[]}`,
	} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, draft uint8) {
		doc, err := jsondoc.Parse("fuzz.json", []byte(text))
		sem := evctl.Semantics{Draft: []string{"", "4", "6", "7", "2019-09", "2020-12"}[draft%6]}
		var c Checker
		if err != nil || !c.Sound(doc, sem) {
			return
		}
		if faults, err := ValidateSchema(doc, sem); err == nil && len(faults) > 0 {
			t.Fatalf("%s looks right in draft %q, but: %s", text, sem.Draft, faults[0])
		}
	})
}
