package jsonschema

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

func TestVerify(t *testing.T) {
	w := schemaOf(`{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`)
	r := schemaOf(`{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}`)
	closed := schemaOf(`{"properties":{"b":true},"additionalProperties":false}`)
	open, closedEnum := schemaOf(`{"type":"string","x-extensible-enum":["a"]}`), schemaOf(`{"enum":["a"]}`)
	split, none := schemaOf(`{"oneOf":[{"minLength":2},{"x-extensible-enum":["a"]}]}`), schemaOf(`false`)
	ahead := schemaOf(`{"patternProperties":{"(?R)":true}}`)
	strict, lenient := evctl.Semantics{Policy: evctl.Strict}, evctl.Semantics{}
	for _, test := range []struct {
		name           string
		writer, reader *evctl.Schema
		sem            evctl.Semantics
		value, want    string // projected, or an error
	}{
		{"strict", w, r, strict, `{"a":1}`, ""},
		{"lenient", w, r, lenient, `{"a":1}`, "{}"},
		{"writer rejects", w, r, lenient, `{}`, `verify: the writer rejects the witness: (root): name "a" is required and missing`},
		{"writer does not know", w, r, lenient, `{"a":1,"c":1}`, "verify: the writer does not know /c, which the witness contains"},
		{"reader accepts", w, w, lenient, `{"a":1}`, "verify: the reader accepts the witness"},
		{"reader drops what it does not know", w, closed, lenient, `{"a":1}`, "verify: the reader accepts the witness"},
		{"reader is closed", w, closed, strict, `{"a":1}`, ""},
		{"writer does not list it", open, r, lenient, `"b"`, "verify: the writer rejects the witness"},
		{"nobody looks at the list", open, closedEnum, strict, `"b"`, ""},
		{"the list chooses a branch", split, none, lenient, `"a"`, `"a"`},
		{"or none", split, none, lenient, `"b"`, "verify: the writer rejects the witness"},
		{"and the schema holds without the list, too", split, none, lenient, `"bb"`, "verify: the writer rejects the witness"},
		{"unsupported", w, ahead, strict, `{"a":1}`, "verify: reader: compile : schema cannot be compiled"},
	} {
		projected, err := Verify(test.writer, test.reader, test.sem, []byte(test.value))
		got := string(projected)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		if errors.Is(err, ErrUnsupported) != (test.name == "unsupported") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestVerifyThroughMetaschemas(t *testing.T) {
	const draft4, draft7 = "http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft-07/schema"
	for _, test := range []struct {
		name, writer, reader, value, want string
	}{
		{"a part", `{"properties":{"t":{"$ref":"` + draft4 + `/properties/title"}}}`,
			`{"properties":{"t":{"type":"null"}}}`, `{"t":"a"}`, `{"t":"a"}`},
		{"a part with parts", `{"properties":{"n":{"$ref":"` + draft4 + `/properties/maxLength"}}}`,
			`{"properties":{"n":{"type":"null"}}}`, `{"n":1}`, `{"n":1}`},
		{"names that it does not know", `{"properties":{"a":{"type":"object","properties":{"x":{}}}}}`,
			`{"properties":{"a":{"$ref":"` + draft7 + `"}},"required":["b"]}`, `{"a":{"x":1}}`, `{"a":{}}`},
		{"names that it knows", `{"properties":{"a":{"properties":{"title":{"type":"integer"}}}}}`,
			`{"properties":{"a":{"$ref":"` + draft4 + `"}}}`, `{"a":{"title":1}}`, `{"a":{"title":1}}`},
		{"names that the writer does not know", `{"properties":{"a":{"$ref":"` + draft4 + `"}}}`,
			`{"properties":{"a":false}}`, `{"a":{"x":1}}`, `verify: the writer does not know /a/x, which the witness contains`},
		{"a part that is itself again", `{"properties":{"a":{"$ref":"` + draft4 + `/properties/not"}}}`,
			`{"properties":{"a":{"type":"null"}}}`, `{"a":{"not":{"title":"b"}}}`, `{"a":{"not":{"title":"b"}}}`},
	} {
		projected, err := Verify(schemaOf(test.writer), schemaOf(test.reader), evctl.Semantics{}, []byte(test.value))
		got := string(projected)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestVerifyAroundMissingSchemas(t *testing.T) {
	w := schemaOf(`{"properties":{"a":{"type":"integer"},"m":{"$ref":"gone.json"}},"required":["a"]}`)
	for _, test := range []struct {
		name, reader, value string
		supported, witness  bool
	}{
		{"beside it", `{"properties":{"a":{"type":"string"},"m":{"$ref":"lost.json"}}}`, `{"a":1}`, true, true},
		{"the writer may not write it", `{"properties":{"a":{"type":"string"},"m":true}}`, `{"a":1,"m":1}`, false, false},
		{"the reader accepts whatever it says", `{"properties":{"a":{"type":"integer"}}}`, `{"a":1}`, true, false},
		{"the reader rejects whatever it says", `{"allOf":[{"$ref":"lost.json"},{"properties":{"a":{"type":"null"}}}]}`, `{"a":1}`, true, true},
		{"the reader may accept", `{"properties":{"a":{"$ref":"lost.json"}}}`, `{"a":1}`, false, false},
		{"it counts against the value", `{"not":{"$ref":"lost.json"},"properties":{"a":{"type":"null"}}}`, `{"a":1}`, false, false},
		{"it counts against the value behind a reference", `{"oneOf":[{"$ref":"#/definitions/d"}],"definitions":{"d":{"$ref":"lost.json"}},"properties":{"a":{"type":"null"}}}`, `{"a":1}`, false, false},
		{"the value does not come to it", `{"oneOf":[{"properties":{"b":{"$ref":"lost.json"}}}],"properties":{"a":{"type":"null"}}}`, `{"a":1}`, true, true},
		{"the value comes to it", `{"oneOf":[{"properties":{"a":{"$ref":"lost.json"}}}],"properties":{"a":{"type":"null"}}}`, `{"a":1}`, false, false},
		{"siblings of a reference do not count", `{"$ref":"lost.json","properties":{"a":{"type":"null"}}}`, `{"a":1}`, false, false},
		{"the reader may know the name", `{"properties":{"b":true},"allOf":[{"$ref":"lost.json"}],"minProperties":1}`, `{"a":1}`, false, false},
	} {
		_, err := Verify(w, schemaOf(test.reader), evctl.Semantics{}, []byte(test.value))
		if (err == nil) != test.witness || errors.Is(err, ErrUnsupported) == test.supported {
			t.Errorf("%s: got %v", test.name, err)
		}
	}
}

// Versions that differ where no witness leads are compiled and asked once.
func TestVerifierAsksOncePerWording(t *testing.T) {
	for _, sem := range []evctl.Semantics{{Policy: evctl.Strict}, {}} {
		v := &Verifier{Semantics: sem}
		reader, event := schemaOf(`{"properties":{"a":{"type":"string"}}}`), []byte(`{"a":1}`)
		for i := range 50 {
			writer := schemaOf(fmt.Sprintf(`{"properties":{"a":{"type":"integer","description":"in %d"},"b%[1]d":{"maxLength":%[1]d}}}`, i))
			v.Foresee([][]byte{event, fmt.Appendf(nil, `{"b%d":"x"}`, i)})
			if _, err := v.Verify(writer, reader, event); err != nil {
				t.Fatal(err)
			}
			if i == 25 {
				v.parts.compiler = nil // it starts anew, and no address means something else now
			}
		}
		if len(v.sides) > 6 || len(v.judged) > 6 {
			t.Errorf("%s: %d sides and %d verdicts for two wordings", sem.Policy, len(v.sides), len(v.judged))
		}
		if _, err := v.Verify(reader, reader, event); err == nil {
			t.Error("the reader was taken for a writer of its own")
		}
	}
}

// The bound on what a validation takes is a coarse one: beyond it the visits
// are counted.
func TestVerifyEventsOfManyMembers(t *testing.T) {
	var properties, members []string
	for i := range 3000 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"integer"}`, i))
		members = append(members, fmt.Sprintf(`"p%d":%d`, i, i))
	}
	writer := schemaOf(`{"properties":{` + strings.Join(properties, ",") + `}}`)
	reader := schemaOf(`{"properties":{` + strings.Join(properties[:2999], ",") + `,"p2999":{"type":"string"}}}`)
	event := []byte(`{` + strings.Join(members, ",") + `}`)
	if _, err := Verify(writer, reader, evctl.Semantics{Policy: evctl.Strict}, event); err != nil {
		t.Error(err)
	}
}
