package oddity

import (
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// found lists what Find says of a schema: the key of each finding and, of a
// keyword, what it should be.
func found(t *testing.T, text string) string {
	t.Helper()
	doc, err := jsondoc.Parse("new.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := jsonschema.Draft(doc, evctl.Semantics{Draft: "2020-12"})
	var list []string
	for _, f := range Find(doc, d) {
		_, meant, _ := strings.Cut(f.Message, "mean ")
		list = append(list, strings.Trim(f.Key+" "+meant, ` "?`))
	}
	return strings.Join(list, ", ")
}

func TestMisspelt(t *testing.T) {
	for text, want := range map[string]string{
		`{"maxlenght":1}`:                                       `maxlenght "maxLength`,
		`{"propertys":{}}`:                                      `propertys "properties`,
		`{"additionalProperty":false}`:                          `additionalProperty "additionalProperties`,
		`{"additional_properties":false}`:                       `additional_properties "additionalProperties`,
		`{"oneof":[]}`:                                          `oneof "oneOf`,
		`{"minimun":1,"minimum":2}`:                             `minimun "minimum`,
		`{"anyOf":[{"requird":["a"]}]}`:                         `requird "required`,
		`{"$defs":{"a":{"items":{"patern":"a"}}}}`:              `patern "pattern`,
		`{"patern":{"a":1},"item":"x","descriptoin":3}`:         ``, // values that the keyword does not take
		`{"example":"a","enumNames":["A"],"tsType":"T"}`:        ``,
		`{"x-maxLenght":1,"nullable":true,"readonly":true}`:     ``,
		`{"deprecated":true,"dependentRequired":{}}`:            ``,
		`{"properties":{"maxlenght":{},"requird":{}}}`:          ``, // names of properties
		`{"enum":[{"maxlenght":1}],"examples":[{"requird":1}]}`: ``,
		`{"default":{"requird":["a"]},"const":{"patern":""}}`:   ``,
		`{"file":{},"when":{},"name":"a","value":1,"range":{}}`: ``,
	} {
		if got := found(t, text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestUndeclared(t *testing.T) {
	for text, want := range map[string]string{
		`{"required":["a"]}`: `a`,
		`{"required":["orderid"],"properties":{"orderId":{}}}`:                                           `orderid "orderId`,
		`{"properties":{"a":{"required":["b"]}}}`:                                                        `b`,
		`{"items":{"anyOf":[{"required":["b"]}]}}`:                                                       `b`,
		`{"required":["a"],"additionalProperties":false}`:                                                `a`,
		`{"required":["a"],"properties":{"a":true}}`:                                                     ``,
		`{"required":["a"],"allOf":[{"properties":{"a":{}}}]}`:                                           ``,
		`{"properties":{"a":{}},"oneOf":[{"required":["a"]}]}`:                                           ``,
		`{"required":["a"],"$ref":"#/$defs/x","$defs":{"x":{"properties":{"a":{}}}}}`:                    ``,
		`{"$ref":"#/$defs/x","properties":{"a":{}},"$defs":{"x":{"required":["a"]}}}`:                    ``,
		`{"properties":{"p":{"$ref":"#/$defs/x"}},"$defs":{"x":{"required":["a"]}}}`:                     `a`,
		`{"properties":{"p":{"properties":{"a":{}}}},"allOf":[{"properties":{"p":{"required":["a"]}}}]}`: ``,
		`{"required":["a"],"additionalProperties":{"type":"string"}}`:                                    ``,
		`{"required":["a"],"patternProperties":{"^a":{}}}`:                                               ``,
		`{"required":["a"],"propertyNames":{"maxLength":1}}`:                                             ``,
		`{"required":["a"],"$ref":"https://example.com/other"}`:                                          ``,
		`{"required":["a"],"$ref":"#anchor"}`:                                                            ``,
		`{"not":{"required":["a"]}}`:                                                                     ``,
		`{"if":{"required":["a"]},"then":{"properties":{"a":{}}}}`:                                       ``,
		`{"$defs":{"unused":{"required":["a"]}}}`:                                                        ``,
		`{"required":true}`: ``,
		`{"properties":{"a":{"$ref":"#"}},"required":["a","b"]}`: `b`,
	} {
		if got := found(t, text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
