package program

import "testing"

func TestUnevaluatedPropertiesAreCompiled(t *testing.T) {
	p := programOf(t, `{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"base":{"properties":{"id":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}}}},
"allOf":[{"$ref":"#/$defs/base"},{"required":["id"]}],"properties":{"a":true},"unevaluatedProperties":{"type":"null"}}`, Reader)
	if len(p.Plan()) > 0 {
		t.Fatalf("left: %v", p.Plan())
	}
	for document, want := range map[string]bool{
		`{"id":"1","a":1,"x-y":2}`: true, `{"id":"1","b":null}`: true, `{"id":"1","b":1}`: false, `{"id":"1","x-y":null}`: false, `{}`: false,
	} {
		if err := p.Validate([]byte(document)); (err == nil) != want {
			t.Errorf("%s: %v", document, err)
		}
	}
}
