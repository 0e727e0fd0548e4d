package jsonschema

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

const s2020 = `"$schema":"https://json-schema.org/draft/2020-12/schema",`

// lookAround forces the second library without a say in the outcome.
const lookAround = `"$comment":"","not":{"type":"string","pattern":"(?!)x"},`

// Each case is judged by both libraries, which must say the same.
var violations = []struct{ schema, value, want string }{
	{`"type":"string"`, `5`, "|type|/type|found number 5, want string"},
	{`"type":["string","null"]`, `{"a":1}`, "|type|/type|found an object of 1 member, want string or null"},
	{`"type":"integer"`, `1.5`, "|type|/type|found number 1.5, want integer"},
	{`"enum":["a","b","c"]`, `"d"`, `|enum|/enum|found string "d", want "a", "b" or "c"`},
	{`"const":{"b":1,"a":2}`, `null`, `|const|/const|found null, want {"a":2,"b":1}`},
	{`"minimum":9007199254740993`, `9007199254740992`, "|minimum|/minimum|found number 9007199254740992, want at least 9007199254740993"},
	{`"exclusiveMaximum":1e2`, `100.0`, "|exclusiveMaximum|/exclusiveMaximum|found number 100.0, want less than 1e2"},
	{`"multipleOf":0.01`, `0.015`, "|multipleOf|/multipleOf|found number 0.015, want a multiple of 0.01"},
	{`"minLength":2`, `"é"`, "|minLength|/minLength|found 1 character, want at least 2"},
	{`"maxItems":1`, `[1,2]`, "|maxItems|/maxItems|found 2 items, want at most 1"},
	{`"minProperties":18446744073709551616`, `{}`, "|minProperties|/minProperties|found 0 members, want at least 18446744073709551616"},
	{`"uniqueItems":true`, `[1,2,1.0]`, "|uniqueItems|/uniqueItems|items 0 and 2 are equal, want all to differ"},
	{`"pattern":"^a$"`, "\"a\\n\"", `|pattern|/pattern|found string "a\n", want a match of "^a$"`},
	{`"required":["a","b"]`, `{}`, `|required|/required|name "a" is required and missing
|required|/required|name "b" is required and missing`},
	{`"properties":{"a":{"type":"null"}},"additionalProperties":false`, `{"x":1,"a":1,"y/z":2}`, `/x|additionalProperties|/additionalProperties|name "x" is not allowed
/a|type|/properties/a/type|found number 1, want null
/y~1z|additionalProperties|/additionalProperties|name "y/z" is not allowed`},
	{`"properties":{"a":false}`, `{"a":1}`, `/a|properties|/properties/a|name "a" is not allowed`},
	{`"unevaluatedProperties":false`, `{"a":1}`, `/a|unevaluatedProperties|/unevaluatedProperties|name "a" is not allowed`},
	{`"propertyNames":{"pattern":"^a"}`, `{"b":1}`, `/b|propertyNames|/propertyNames|name "b" does not match propertyNames`},
	{`"properties":{"o":{"propertyNames":{"maxLength":1}},"p":{"type":"object"},"q":{"type":"object"}}`, `{"o":{"long":1},"p":{},"q":{"r":{}}}`, `/o/long|propertyNames|/properties/o/propertyNames|name "long" does not match propertyNames`},
	{`"properties":{"propertyNames":{"properties":{"x":{"type":"string"}}}}`, `{"propertyNames":{"x":1}}`, `/propertyNames/x|type|/properties/propertyNames/properties/x/type|found number 1, want string`},
	{`"dependentRequired":{"a":["b","c"]}`, `{"a":1,"c":1}`, `name "b" is required because "a" is present and missing`},
	{`"dependencies":{"a":["b"]}`, `{"a":1}`, `name "b" is required because "a" is present and missing`},
	{`"contains":{"type":"null"}`, `[1]`, `found an array of 1 item, want at least 1 item that match contains`},
	{`"allOf":[{"$ref":"#/$defs/é"}],"$defs":{"é":{"type":"null"}}`, `1`, `|type|/$defs/é/type|found number 1, want null`},
	{`"oneOf":[{"type":"integer"},{"type":"number"}]`, `1`, "|oneOf|/oneOf|found number 1, which matches branches 0 and 1, want exactly one"},
	{`"anyOf":[{"type":"null"},{"type":"string"}]`, `1`, `|type|/anyOf/0/type|found number 1, want null
|type|/anyOf/1/type|found number 1, want string`},
	{`"properties":{"a b%":{"items":{"type":"null"}}}`, `{"a b%":[null,1]}`, "/a b%/1|type|/properties/a b%/items/type|found number 1, want null"},
}

func TestViolations(t *testing.T) {
	for _, test := range violations {
		for _, prefix := range []string{s2020, s2020 + lookAround} {
			v, err := Compile(schemaOf("{"+prefix+test.schema+"}"), evctl.Semantics{})
			if err != nil {
				t.Errorf("%s: %v", test.schema, err)
				continue
			}
			var invalid *ValidationError
			if err := v.Validate(parse(t, test.value)); !errors.As(err, &invalid) {
				t.Errorf("%s of %s: got %v", test.schema, test.value, err)
				continue
			}
			var lines []string
			for _, x := range invalid.Violations {
				lines = append(lines, fmt.Sprintf("%s|%s|%s|%s", x.Instance, x.Keyword, x.Location, x.Message))
			}
			if got := strings.Join(lines, "\n"); !strings.Contains(got, test.want) || strings.Count(got, "\n") != strings.Count(test.want, "\n") {
				t.Errorf("%s of %s by %T:\n got %s\nwant %s", test.schema, test.value, v.library, got, test.want)
			}
		}
	}
}

// Both libraries evaluate in our semantics, whatever their defaults.
func TestSemantics(t *testing.T) {
	for _, test := range []struct {
		name, schema, value string
		sem                 evctl.Semantics
		valid               bool
	}{
		{"format is an annotation", `"format":"date"`, `"x"`, evctl.Semantics{}, true},
		{"format is asserted", `"format":"date"`, `"x"`, evctl.Semantics{AssertFormats: true}, false},
		{"format is an annotation in 2020-12", s2020 + `"format":"date"`, `"x"`, evctl.Semantics{}, true},
		{"format is asserted in 2020-12", s2020 + `"format":"date"`, `"x"`, evctl.Semantics{AssertFormats: true}, false},
		{"format behind a pointer", `"$ref":"#/components/a","components":{"a":{"format":"date"}}`, `"x"`, evctl.Semantics{}, true},
		{"content is an annotation", `"contentEncoding":"base64"`, `"?"`, evctl.Semantics{}, true},
		{"dependencies count in 2020-12", s2020 + `"dependencies":{"a":["b"]}`, `{"a":1}`, evctl.Semantics{}, false},
		{"const counts in draft 4", `"const":1`, `2`, evctl.Semantics{Draft: "4"}, false},
		{"const beside allOf in draft 4", `"const":1,"allOf":[{}]`, `1`, evctl.Semantics{Draft: "4"}, true},
		{"contains does not in draft 4", `"contains":{"type":"null"}`, `[1]`, evctl.Semantics{Draft: "4"}, true},
		{"boolean bounds mean draft 4", `"minimum":1,"exclusiveMinimum":true`, `1`, evctl.Semantics{}, false},
		{"an empty enum allows nothing", s2020 + `"enum":[]`, `1`, evctl.Semantics{}, false},
		{"1.0 is an integer", `"type":"integer"`, `1.0`, evctl.Semantics{Draft: "4"}, true},
		{"an odd $schema", `"$schema":"https://json-schema.org/draft-07/schema#","if":true,"then":false`, `1`, evctl.Semantics{}, false},
		{"an unknown $schema", `"$schema":"https://example.com/ours","if":true,"then":false`, `1`, evctl.Semantics{}, false},
		{"large counts are not negative", `"minLength":1e30`, `"a"`, evctl.Semantics{}, false},
		{"the open enum is an annotation", `"x-extensible-enum":["a"]`, `"b"`, evctl.Semantics{}, true},
		{"one $id twice", `"properties":{"a":{"$id":"x","type":"string"},"b":{"$id":"x","properties":{"c":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer"}}},"d":{"$ref":"x"}},"$defs":{"n":{"type":"string"}}`, `{"a":"","b":{"c":1},"d":""}`, evctl.Semantics{}, true},
		{"id inside enum is data", `"enum":[{"$id":"#x","$ref":"nowhere"}]`, `{"$id":"#x","$ref":"nowhere"}`, evctl.Semantics{}, true},
	} {
		for _, prefix := range []string{"", `"definitions":{"look":{"pattern":"(?!)x"}},"default":0,`} {
			v, err := Compile(schemaOf("{"+prefix+test.schema+"}"), test.sem)
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
				continue
			}
			if err := v.Validate(parse(t, test.value)); (err == nil) != test.valid {
				t.Errorf("%s by %T: want valid %v, got %v", test.name, v.library, test.valid, err)
			}
		}
	}
}

func TestPatternsAreECMA(t *testing.T) {
	for _, test := range []struct {
		pattern, value string
		match          bool
	}{
		{`^.$`, "a", true}, {`^.$`, "\n", false}, {`^.$`, "\r", false}, {`^.$`, "\u2028", false}, {`^.$`, "\U0001F600", true},
		{`^a$`, "a\n", false}, {`^(?=a)a$`, "a\n", false},
		{`^\s$`, "\u00a0", true}, {`^\s$`, "\ufeff", true}, {`^[^\S]$`, "\v", true}, {`^\S$`, "\u2003", false},
		{`^\d$`, "\u0663", false}, {`^(?=.)\d$`, "\u0663", false}, {`^(?=.)[\D]$`, "\u0663", true},
		{`^\w$`, "é", false}, {`^(?=.)[^\W]$`, "é", false}, {`(?=.)\bé`, "é", false}, {`(?=.)\Bé`, "é", true},
		{`^\u0041\u{1F600}\uD83D\uDE00$`, "A\U0001F600\U0001F600", true}, {`^\cJ$`, "\n", true}, {`^\0$`, "\x00", true},
		{`^\p{Letter}\p{Script=Greek}\p{Lu}$`, "aαB", true}, {`^[^]$`, "\n", true}, {`[]`, "a", false}, {`^[[:a]$`, "[", true},
		{`^\/\-\_\.$`, "/-_.", true}, {`^(?=.)\/\-\_\.$`, "/-_.", true}, {`^{id}$`, "{id}", true}, {`^x{,2}$`, "x{,2}", true},
		{`^(?<y>\d)\k<y>$`, "11", true}, {`^(?<y>a)$`, "a", true}, {`^(a)\1$`, "ab", false}, {`^[\w\-.]$`, "-", true}, {`^[\b]$`, "\b", true},
	} {
		m, err := compilePattern(test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		if got := m.MatchString(test.value); got != test.match {
			t.Errorf("%s of %q: got %v from %T", test.pattern, test.value, got, m)
		}
	}
	for _, bad := range []string{`\A`, `a\`, `[a`, `(?P<x>a)`, `\u12`, `\pL`} {
		if _, err := compilePattern(bad); err == nil {
			t.Errorf("%s compiles", bad)
		}
	}
}

func TestReferences(t *testing.T) {
	money := &evctl.Schema{File: "schemas/events/common.money/2.json", Text: []byte(`{"type":"object","properties":{"amount":{"$ref":"#/definitions/n"},"at":{"$ref":"events/common.time@1"}},"definitions":{"n":{"type":"integer"}}}`)}
	time := &evctl.Schema{File: "schemas/events/common.time/1.json", Text: []byte(`{"$id":"https://example.com/time","type":"string"}`)}
	s := schemaOf(`{"$id":"https://example.com/order","properties":{
		"a":{"$ref":"events/common.money@2"}, "b":{"$ref":"https://example.com/time"}, "c":{"$ref":"time"},
		"d":{"$ref":"events/common.money@2#/definitions/n"}, "e":{"$ref":"http://json-schema.org/draft-07/schema#"}}}`)
	s.Refs = map[string]*evctl.Schema{"events/common.money@2": money, "events/common.time@1": time}
	for _, s := range []*evctl.Schema{s, {File: s.File, Refs: s.Refs, Text: []byte(strings.Replace(string(s.Text), "{", `{"definitions":{"l":{"pattern":"(?!x)"}},`, 1))}} {
		v, err := Compile(s, evctl.Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		for value, valid := range map[string]bool{
			`{"a":{"amount":1,"at":"x"},"b":"x","c":"x","d":1,"e":{"type":"string"}}`: true,
			`{"a":{"amount":"1"}}`: false, `{"a":{"at":1}}`: false, `{"b":1}`: false, `{"c":1}`: false, `{"d":"x"}`: false, `{"e":{"type":1}}`: false,
		} {
			if err := v.Validate(parse(t, value)); (err == nil) != valid {
				t.Errorf("%s by %T: want valid %v, got %v", value, v.library, valid, err)
			}
		}
	}
	doc, _ := jsondoc.Parse(s.File, s.Text)
	var got []string
	for _, ref := range Refs(doc, s.BaseURI()) {
		got = append(got, ref.Raw+" "+ref.URI+" "+ref.Pointer)
	}
	want := `events/common.money@2 https://example.com/events/common.money@2 /properties/a/$ref
https://example.com/time https://example.com/time /properties/b/$ref
time https://example.com/time /properties/c/$ref
events/common.money@2#/definitions/n https://example.com/events/common.money@2 /properties/d/$ref`
	if strings.Join(got, "\n") != want {
		t.Errorf("got refs\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestCompileRefuses(t *testing.T) {
	for name, test := range map[string]struct{ schema, want string }{
		"file":             {`{"$ref":"file:///etc/passwd"}`, "file:///etc/passwd is not among the schema's references"},
		"network":          {`{"$ref":"http://localhost/x"}`, "http://localhost/x is not among"},
		"sibling":          {`{"$ref":"../../../../../etc/passwd"}`, "is not among"},
		"invalid":          {`{"type":"strin"}`, "compilation failed"},
		"loop":             {`{"$ref":"#"}`, "infinite loop"},
		"dangling":         {`{"$ref":"#/definitions/x"}`, "not found"},
		"number":           {`{"minimum":1e100000}`, "exponent 100000 of a number is beyond the limit"},
		"pattern":          {`{"pattern":"("}`, "pattern"},
		"zero":             {`{"multipleOf":0}`, "multipleOf"},
		"no schema":        {`[]`, ""},
		"ref to no schema": {`{"$ref":"#/enum/0","enum":[5]}`, ""},
	} {
		_, err := Compile(schemaOf(test.schema), evctl.Semantics{})
		if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	var syntax *jsondoc.Error
	if _, err := Compile(schemaOf(`{"a":1,"a":2}`), evctl.Semantics{}); !errors.As(err, &syntax) {
		t.Errorf("duplicate names: got %v", err)
	}
	v, err := Compile(schemaOf(`{"type":"number"}`), evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	var invalid *ValidationError
	if err := v.Validate(parse(t, `[1e99999999]`)); err == nil || errors.As(err, &invalid) {
		t.Errorf("a huge number in a value: got %v", err)
	}
}

func TestBacktrackingIsBounded(t *testing.T) {
	v, err := Compile(schemaOf(`{"pattern":"^(?=a)(a+)+$"}`), evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	var invalid *ValidationError
	err = v.Validate(parse(t, `"`+strings.Repeat("a", 60)+`!"`))
	if err == nil || errors.As(err, &invalid) || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("got %v", err)
	}
}

func TestAlternativesAreBounded(t *testing.T) {
	doubling := `{"$ref":"#/definitions/a0","definitions":{"a30":{"properties":{"x":true}}`
	for i := range 30 {
		doubling += fmt.Sprintf(`,"a%d":{"allOf":[{"$ref":"#/definitions/a%d"},{"anyOf":[{"$ref":"#/definitions/a%[2]d"}]}]}`, i, i+1)
	}
	union := `{"oneOf":[{"properties":{"k":{"const":1},"x":{"$ref":"#"}}},{"properties":{"k":{"const":2},"x":{"$ref":"#"}}},{"type":"null"}]}`
	for _, schema := range []string{doubling + "}}", union} {
		v, err := Compile(schemaOf(schema), evctl.Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		deep := parse(t, strings.Repeat(`{"k":1,"x":`, 60)+"null"+strings.Repeat("}", 60))
		var invalid *ValidationError
		if err := v.Validate(deep); err == nil || errors.As(err, &invalid) || !strings.Contains(err.Error(), "limit of 20000000 steps") {
			t.Errorf("got %v", err)
		}
		p, err := NewProjection(schemaOf(schema), evctl.Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		p.Project(deep)
	}
}

func TestCompileWriter(t *testing.T) {
	s := schemaOf(`{"properties":{"s":{"type":["string","null"],"x-extensible-enum":["a","b"]}}}`)
	v, err := CompileWriter(s, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		`{"s":"a"}`: "", `{"s":null}`: "", `{}`: "",
		`{"s":"c"}`: `/s: found string "c", want "a" or "b"`,
		`{"s":1}`:   `/s: found number 1, want string or null`,
	} {
		got := ""
		if err := v.Validate(parse(t, value)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", value, got, want)
		}
	}
}

func TestValidateSchema(t *testing.T) {
	for _, test := range []struct{ schema, want string }{
		{`{"type":"object","x-mine":1,"pattern":"^(?!a)"}`, ""},
		{"{\n \"properties\": {\"a\": {\"items\": {\"type\": \"strin\"}}}\n}", `f.json:2:41: found string "strin", want "array", "boolean", "integer", "null", "number", "object" or "string"`},
		{`{"minLength":-1}`, "f.json:1:14: found number -1, want at least 0"},
		{`{"pattern":"["}`, `f.json:1:12: found string "[", want a valid regex`},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema","required":["a","a"]}`, "f.json:1:70: items 0 and 1 are equal, want all to differ"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","maximum":1,"exclusiveMaximum":2}`, "f.json:1:85: found number 2, want boolean"},
		{`[]`, "f.json:1:1: found an array of 0 items, want"},
	} {
		doc, err := jsondoc.Parse("f.json", []byte(test.schema))
		if err != nil {
			t.Fatal(err)
		}
		faults, err := ValidateSchema(doc, evctl.Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, f := range faults {
			lines = append(lines, f.Position.String()+": "+f.Message)
		}
		if got := strings.Join(lines, "\n"); !strings.Contains(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s:\n got %s\nwant %s", test.schema, got, test.want)
		}
	}
}

func TestDraft(t *testing.T) {
	for _, test := range []struct {
		schema, fallback string
		want             Dialect
		known            bool
	}{
		{`{}`, "", Draft7, true}, {`true`, "2020-12", Draft2020, true},
		{`{"$schema":"https://json-schema.org/draft-07/schema#"}`, "4", Draft7, true},
		{`{"$schema":"http://json-schema.org/draft-04/schema"}`, "", Draft4, true},
		{`{"$schema":"http://www.json-schema.org/draft/2019-09/schema/"}`, "", Draft2019, true},
		{`{"$schema":"json-schema.org/draft-06/schema#"}`, "", Draft6, true},
		{`{"$schema":"http://iglucentral.com/schemas/com.snowplowanalytics.self-desc/schema/jsonschema/1-0-0#"}`, "", Draft4, true},
		{`{"$schema":"https://example.com/ours"}`, "6", Draft6, false},
		{`{"$schema":"http://json-schema.org/draft-03/schema#"}`, "", Draft7, false},
		{`{"properties":{"a":{"exclusiveMinimum":true}}}`, "", Draft4, true},
		{`{"properties":{"exclusiveMinimum":{"type":"boolean"}}}`, "", Draft7, true},
		{`{"enum":[{"exclusiveMinimum":true}]}`, "", Draft7, true},
	} {
		doc, _ := jsondoc.Parse("", []byte(test.schema))
		if got, known := Draft(doc, evctl.Semantics{Draft: test.fallback}); got != test.want || known != test.known {
			t.Errorf("%s: got %v, %v", test.schema, got, known)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	s := schemaOf(`{"properties":{"a":{"$ref":"#"},"b":{"type":"string"}},"additionalProperties":false}`)
	v, err := Compile(s, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewProjection(s, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	value := parse(t, `{"a":{"a":{"b":1,"c":2}}}`)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				var invalid *ValidationError
				if err := v.Validate(value); !errors.As(err, &invalid) || len(invalid.Violations) != 2 {
					t.Errorf("got %v", err)
				}
				if got := string(p.Project(value).Canonical()); got != `{"a":{"a":{"b":1}}}` {
					t.Errorf("got %s", got)
				}
			}
		})
	}
	group.Wait()
}

// Before 2019-09 the siblings of a $ref do not count, whichever library reads.
func TestSiblingsOfReferences(t *testing.T) {
	for _, pattern := range []string{"a", "."} { // v6 takes the second
		s := schemaOf(`{"definitions":{"d":{"pattern":"` + pattern + `"}},"$ref":"#/definitions/d","const":1,"contains":false,"propertyNames":false,"if":true,"then":false}`)
		v, err := Compile(s, evctl.Semantics{Draft: "7"})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{`{"a":1}`, `[1]`, `"a"`} {
			doc, err := jsondoc.Parse("", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := v.Validate(doc.Root); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}
