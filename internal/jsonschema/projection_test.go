package jsonschema

import (
	"slices"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

func parse(t testing.TB, text string) *jsondoc.Node {
	t.Helper()
	doc, err := jsondoc.Parse("test", []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc.Root
}

func schemaOf(text string) *evctl.Schema {
	return &evctl.Schema{Format: evctl.JSON, File: "schemas/events/test/1.json", Text: []byte(text)}
}

var projections = []struct {
	name, schema, value, want string
	unknown                   []string
}{
	{"open object is free", `{"type":"object"}`, `{"a":{"b":1}}`, `{"a":{"b":1}}`, nil},
	{"true is free", `true`, `{"a":1}`, `{"a":1}`, nil},
	{"properties are known", `{"properties":{"a":{"type":"integer"}}}`, `{"a":1,"b":2}`, `{"a":1}`, []string{"/b"}},
	{"empty properties declare the empty set", `{"properties":{}}`, `{"a":1}`, `{}`, []string{"/a"}},
	{"additionalProperties false declares its set", `{"additionalProperties":false}`, `{"a":1}`, `{}`, []string{"/a"}},
	{"additionalProperties true is as absent", `{"properties":{"a":true},"additionalProperties":true}`, `{"a":1,"b":2}`, `{"a":1}`, []string{"/b"}},
	{"additionalProperties {} is as absent", `{"properties":{"a":true},"additionalProperties":{}}`, `{"b":2}`, `{}`, []string{"/b"}},
	{"an annotated {} is as absent", `{"properties":{"a":true},"additionalProperties":{"description":"x","format":"date"}}`, `{"b":2}`, `{}`, []string{"/b"}},
	{"additionalProperties true alone is free", `{"additionalProperties":true}`, `{"b":{"c":1}}`, `{"b":{"c":1}}`, nil},
	{"a schema for other names knows all", `{"properties":{"a":true},"additionalProperties":{"type":"integer"}}`, `{"b":2}`, `{"b":2}`, nil},
	{"a map's values have locations", `{"additionalProperties":{"properties":{"x":true}}}`, `{"k":{"x":1,"y":2}}`, `{"k":{"x":1}}`, []string{"/k/y"}},
	{"a map with propertyNames is free below nothing", `{"propertyNames":{"pattern":"^k"},"additionalProperties":{"properties":{"x":true}}}`, `{"k":{"y":2}}`, `{"k":{}}`, []string{"/k/y"}},
	{"propertyNames alone name nothing", `{"propertyNames":{"enum":["a"]}}`, `{"b":1}`, `{"b":1}`, nil},
	{"minProperties name nothing", `{"minProperties":1}`, `{"b":1}`, `{"b":1}`, nil},
	{"minProperties over unknown names", `{"properties":{"a":true},"minProperties":1}`, `{"b":1}`, `{}`, []string{"/b"}},
	{"patternProperties match", `{"patternProperties":{"^x-":true}}`, `{"x-a":1,"y":1}`, `{"x-a":1}`, []string{"/y"}},
	{"required of an undeclared name", `{"required":["a"]}`, `{"a":{"b":1},"c":1}`, `{"a":{"b":1}}`, []string{"/c"}},
	{"dependentRequired names both", `{"$schema":"https://json-schema.org/draft/2020-12/schema","dependentRequired":{"a":["b"]}}`, `{"a":1,"b":1,"c":1}`, `{"a":1,"b":1}`, []string{"/c"}},
	{"dependencies in 2020-12", `{"$schema":"https://json-schema.org/draft/2020-12/schema","dependencies":{"a":["b"]}}`, `{"a":1,"b":1,"c":1}`, `{"a":1,"b":1}`, []string{"/c"}},
	{"object const", `{"const":{"a":{"b":1}}}`, `{"a":{"b":1,"c":2},"d":1}`, `{"a":{"b":1}}`, []string{"/a/c", "/d"}},
	{"object enum", `{"enum":[{"a":1},{"b":{"c":[{"d":1}]}},"x"]}`, `{"a":1,"b":{"c":[{"d":1,"e":1}]}}`, `{"a":1,"b":{"c":[{"d":1}]}}`, []string{"/b/c/0/e"}},
	{"names under not are known", `{"not":{"required":["a"]}}`, `{"a":1,"b":1}`, `{"a":1}`, []string{"/b"}},
	{"allOf cousins at a nested location", `{"allOf":[{"properties":{"o":{"properties":{"a":true}}}},{"properties":{"o":{"properties":{"b":true}}}}]}`,
		`{"o":{"a":1,"b":1,"c":1}}`, `{"o":{"a":1,"b":1}}`, []string{"/o/c"}},
	{"a nullable object is not free", `{"anyOf":[{"type":"null"},{"type":"object","properties":{"x":true}}]}`, `{"x":1,"y":1}`, `{"x":1}`, []string{"/y"}},
	{"a nullable object below a name", `{"properties":{"o":{"anyOf":[{"type":"null"},{"type":"object","properties":{"x":true}}]}}}`, `{"o":{"x":1,"y":1}}`, `{"o":{"x":1}}`, []string{"/o/y"}},
	{"const null admits no object", `{"anyOf":[{"const":null},{"properties":{"x":true}}]}`, `{"y":1}`, `{}`, []string{"/y"}},
	{"a free-form branch frees", `{"anyOf":[{"type":"object"},{"properties":{"a":true}}]}`, `{"b":{"c":1}}`, `{"b":{"c":1}}`, nil},
	{"oneOf with a free-form and a typed branch below a name", `{"properties":{"o":{"oneOf":[{"type":"object"},{"type":"object","properties":{"a":true}}]}}}`, `{"o":{"b":1},"c":1}`, `{"o":{"b":1}}`, []string{"/c"}},
	{"a typed sibling binds a free-form branch", `{"properties":{"a":true},"anyOf":[{"type":"object"},{"properties":{"b":true}}]}`, `{"a":1,"b":1,"c":1}`, `{"a":1,"b":1}`, []string{"/c"}},
	{"closed unions share names", `{"oneOf":[{"properties":{"k":{"const":"a"}},"additionalProperties":false},{"properties":{"k":{"const":"b"},"n":true},"additionalProperties":false}]}`,
		`{"k":"a","n":1,"m":1}`, `{"k":"a","n":1}`, []string{"/m"}},
	{"a closed branch leaves nothing open", `{"oneOf":[{"properties":{"e":true},"additionalProperties":false},{"properties":{"h":{"properties":{"u":true}}},"additionalProperties":false}]}`,
		`{"h":{"u":1,"k":1}}`, `{"h":{"u":1}}`, []string{"/h/k"}},
	{"a name one branch leaves open is free below", `{"anyOf":[{"properties":{"x":{"properties":{"a":true}}}},{"properties":{"y":true}}]}`, `{"x":{"b":1}}`, `{"x":{"b":1}}`, nil},
	{"items", `{"items":{"properties":{"a":true}}}`, `[{"a":1,"b":1},{"b":1}]`, `[{"a":1},{}]`, []string{"/0/b", "/1/b"}},
	{"uniqueItems over items that lose names", `{"items":{"properties":{"a":true}},"uniqueItems":true}`, `[{"a":1,"b":1},{"a":1,"b":2}]`, `[{"a":1},{"a":1}]`, []string{"/0/b", "/1/b"}},
	{"item list and the rest", `{"items":[{"properties":{"a":true}}],"additionalItems":{"properties":{"b":true}}}`, `[{"a":1,"b":1},{"a":1,"b":1},{"a":1,"b":1}]`, `[{"a":1},{"b":1},{"b":1}]`, []string{"/0/b", "/1/a", "/2/a"}},
	{"prefixItems", `{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"properties":{"a":true}}],"items":{"properties":{"b":true}}}`, `[{"b":1},{"a":1,"b":1}]`, `[{},{"b":1}]`, []string{"/0/b", "/1/a"}},
	{"contains alone leaves items free", `{"contains":{"properties":{"a":true}}}`, `[{"b":1}]`, `[{"b":1}]`, nil},
	{"contains adds names to items", `{"items":{"properties":{"b":true}},"contains":{"properties":{"a":true}}}`, `[{"a":1,"b":1,"c":1}]`, `[{"a":1,"b":1}]`, []string{"/0/c"}},
	{"if names are known", `{"if":{"properties":{"k":{"const":1}}},"then":{"required":["a"]},"else":{"required":["b"]}}`, `{"k":1,"a":1,"b":1,"c":1}`, `{"k":1,"a":1,"b":1}`, []string{"/c"}},
	{"if means nothing in draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{}},"if":{"properties":{"k":{}}}}`, `{"k":1}`, `{}`, []string{"/k"}},
	{"a $ref hides its siblings before 2019-09", `{"$ref":"#/definitions/a","properties":{"b":true},"definitions":{"a":{"properties":{"a":true}}}}`, `{"a":1,"b":1}`, `{"a":1}`, []string{"/b"}},
	{"a $ref has siblings since 2019-09", `{"$schema":"https://json-schema.org/draft/2019-09/schema","$ref":"#/$defs/a","properties":{"b":true},"$defs":{"a":{"properties":{"a":true}}}}`, `{"a":1,"b":1,"c":1}`, `{"a":1,"b":1}`, []string{"/c"}},
	{"recursion", `{"properties":{"next":{"$ref":"#"},"v":true}}`, `{"v":1,"next":{"v":1,"w":1,"next":{"w":1}}}`, `{"v":1,"next":{"v":1,"next":{}}}`, []string{"/next/w", "/next/next/w"}},
	{"unevaluatedProperties false declares", `{"$schema":"https://json-schema.org/draft/2020-12/schema","unevaluatedProperties":false}`, `{"a":1}`, `{}`, []string{"/a"}},
	{"unevaluatedProperties schema knows all", `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"a":true},"unevaluatedProperties":{"properties":{"x":true}}}`, `{"a":{"y":1},"b":{"x":1,"y":1}}`, `{"a":{"y":1},"b":{"x":1}}`, []string{"/b/y"}},
	{"unevaluated names are those that nothing in place evaluates", `{"$schema":"https://json-schema.org/draft/2020-12/schema","allOf":[{"patternProperties":{"^x-":{"type":"object","required":["a"]}}}],"unevaluatedProperties":{"type":"string"}}`, `{"x-a":{"a":1,"b":1},"c":""}`, `{"x-a":{"a":1},"c":""}`, []string{"/x-a/b"}},
	{"a recursive extension", `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://x/tree2","$dynamicAnchor":"node","$ref":"tree","properties":{"extra":true},"$defs":{"t":{"$id":"tree","$dynamicAnchor":"node","properties":{"kids":{"items":{"$dynamicRef":"#node"}}}}}}`,
		`{"kids":[{"extra":1,"more":1}]}`, `{"kids":[{"extra":1}]}`, []string{"/kids/0/more"}},
	{"values of the wrong type stay", `{"properties":{"s":{"type":"string","properties":{}},"l":{"type":"object","items":{"properties":{}}}}}`, `{"s":{"x":1},"l":[{"x":1}]}`, `{"s":{"x":1},"l":[{"x":1}]}`, nil},
	{"a negation of what says nothing is no choice", `{"type":"object","not":{"type":"object","additionalProperties":{},"minProperties":0,"required":["a"]}}`, `{"a":1,"b":1}`, `{"a":1}`, []string{"/b"}},
	{"dependentSchemas mention the name whatever hangs on it", `{"$schema":"https://json-schema.org/draft/2020-12/schema","dependentSchemas":{"a":true}}`, `{"a":1,"b":1}`, `{"a":1}`, []string{"/b"}},
	{"a combination of schemas that say nothing is as absent", `{"properties":{"a":true},"additionalProperties":{"anyOf":[{},{"not":false}]}}`, `{"b":1}`, `{}`, []string{"/b"}},
	{"scalars stay", `{"properties":{}}`, `1`, `1`, nil},
	{"names are escaped", `{"properties":{"a/b":{"properties":{}}}}`, `{"a/b":{"~":1}}`, `{"a/b":{}}`, []string{"/a~1b/~0"}},
}

func TestProject(t *testing.T) {
	for _, test := range projections {
		p, err := NewProjection(schemaOf(test.schema), evctl.Semantics{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		value := parse(t, test.value)
		projected := p.Project(value)
		if got, want := string(projected.Canonical()), string(parse(t, test.want).Canonical()); got != want {
			t.Errorf("%s: project %s\n got %s\nwant %s", test.name, test.value, got, want)
		}
		if got := p.Unknown(value); !slices.Equal(got, test.unknown) {
			t.Errorf("%s: unknown in %s\n got %q\nwant %q", test.name, test.value, got, test.unknown)
		}
		if (projected == value) != (len(test.unknown) == 0) {
			t.Errorf("%s: the same node must come back exactly if nothing is unknown", test.name)
		}
		if again := p.Project(projected); again != projected {
			t.Errorf("%s: projecting twice gives %s", test.name, again.Canonical())
		}
	}
}

// Nested alternatives under recursion would double the formula at each level.
func TestProjectIsBounded(t *testing.T) {
	p, err := NewProjection(schemaOf(`{"definitions":{
		"a":{"allOf":[{"anyOf":[{"properties":{"x":{"$ref":"#/definitions/a"}}},{"properties":{"x":{"$ref":"#/definitions/b"}}}]},
		              {"anyOf":[{"properties":{"x":{"$ref":"#/definitions/b"}}},{"properties":{"x":{"$ref":"#/definitions/c"}}}]}]},
		"b":{"anyOf":[{"properties":{"x":{"$ref":"#/definitions/a"}}},{"properties":{"x":{"$ref":"#/definitions/c"}}}]},
		"c":{"allOf":[{"properties":{"x":{"$ref":"#/definitions/a"}}},{"properties":{"x":{"$ref":"#/definitions/b"}}}]}},
		"allOf":[{"$ref":"#/definitions/a"}]}`), evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	text := `{"y":1}`
	for range 400 {
		text = `{"x":` + text + `,"y":1}`
	}
	p.Project(parse(t, text))
}

// A schema may reach itself through the very keyword that says whether it says
// anything.
func TestProjectionOfSchemasBelowThemselves(t *testing.T) {
	for _, text := range []string{
		`{"not":{"additionalProperties":{"$ref":"#"}}}`,
		`{"additionalProperties":{"$ref":"#"}}`,
		`{"anyOf":[true,{"additionalProperties":{"$ref":"#"}}]}`,
	} {
		p, err := NewProjection(schemaOf(text), evctl.Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsondoc.Parse("", []byte(`{"a":{"b":1}}`))
		if err != nil {
			t.Fatal(err)
		}
		p.Unknown(doc.Root)
	}
}
