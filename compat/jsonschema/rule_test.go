package jsonschema

import (
	"testing"

	"github.com/evctl/evctl"
)

// TestForbiddenValues names what a sub-schema false closes, however it is led to.
func TestForbiddenValues(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties":{"a":{"$ref":"#/definitions/no"}},"definitions":{"no":false}}`:             "compat/value-forbidden",
		`{"properties":{"a":{"allOf":[false]}}}`:                                                  "compat/value-forbidden",
		`{"patternProperties":{"^a":false}}`:                                                      "compat/value-forbidden",
		`{"items":[{},false]}`:                                                                    "compat/items-closed",
		`{"items":[{}],"additionalItems":{"$ref":"#/definitions/no"},"definitions":{"no":false}}`: "compat/items-closed",
		`{"additionalProperties":{"$ref":"#/definitions/no"},"definitions":{"no":false}}`:         "compat/additional-properties-closed",
		`{"propertyNames":false}`:                                                                 "compat/property-names-narrowed",
		`{"contains":false}`:                                                                      "compat/contains-narrowed",
		`{"if":{"type":"string"},"then":false}`:                                                   "compat/condition-narrowed",
		`{"dependencies":{"a":false}}`:                                                            "compat/dependency-added",
		`{"not":{}}`:                                                                              "compat/negation-narrowed",
		`{"allOf":[false]}`:                                                                       "compat/schema-narrowed",
	} {
		j, err := New().Compare(t.Context(), schemaOf(`{}`), schemaOf(schema), []evctl.Direction{evctl.Backward}, evctl.Semantics{Policy: evctl.Strict})
		if err != nil || len(j.Findings) != 1 || j.Findings[0].Rule != want {
			t.Errorf("%s: %v, %v, want %s", schema, err, j.Findings, want)
		}
	}
}
