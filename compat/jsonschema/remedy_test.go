package jsonschema

import (
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// TestOpenEnumHolds does what the remedy of a grown enum says: the schema that
// it prints may follow the published one, and may grow from then on.
func TestOpenEnumHolds(t *testing.T) {
	for _, test := range []struct{ old, new, with, printed string }{
		{`{"enum":["a"]}`, `{"enum":["a","b"]}`, `{"properties":{"s":?}}`,
			`"s": {"type": "string", "x-extensible-enum": ["a"]}`},
		{`{"type":["string","null"],"enum":["a",null]}`, `{"type":["string","null"],"enum":["a","b",null],"description":"d"}`, `{"items":?}`,
			`"items": {"type": ["string", "null"], "description": "d", "x-extensible-enum": ["a"]}`},
		{`{"const":"a"}`, `{"enum":["a","b"],"default":"b"}`, `{"properties":{"s":{"items":[?]}}}`,
			`{"type": "string", "x-extensible-enum": ["a"]}`},
		{`{"type":"string","enum":["a","b"]}`, `{"type":"string"}`, `{"definitions":{"s":?},"additionalProperties":{"$ref":"#/definitions/s"}}`,
			`"s": {"type": "string", "x-extensible-enum": ["a", "b"]}`},
	} {
		in := func(schema string) *evctl.Schema { return schemaOf(strings.Replace(test.with, "?", schema, 1)) }
		j := compare(t, in(test.old), in(test.new), evctl.Semantics{})
		if len(j.Findings) != 1 {
			t.Errorf("%s → %s: want one finding: %v", test.old, test.new, j.Findings)
			continue
		}
		lines := strings.Split(j.Findings[0].Remedy, "\n")
		if len(lines) != 3 || lines[1] != test.printed {
			t.Errorf("%s → %s: the remedy is %q, want %s", test.old, test.new, j.Findings[0].Remedy, test.printed)
			continue
		}
		open := lines[1][strings.IndexByte(lines[1], '{'):]
		grown := strings.Replace(open, `"x-extensible-enum": [`, `"x-extensible-enum": ["more", `, 1)
		for _, step := range [][2]string{{test.old, open}, {open, grown}} {
			if j := compare(t, in(step[0]), in(step[1]), evctl.Semantics{}); j.Verdict != evctl.Compatible {
				t.Errorf("%s → %s is %s: %v", step[0], step[1], j.Verdict, j.Findings)
			}
		}
	}
}

// TestEnumRemediesElsewhere says what else helps where no open enum does.
func TestEnumRemediesElsewhere(t *testing.T) {
	numbers := compare(t, schemaOf(`{"enum":[1]}`), schemaOf(`{"enum":[1,2]}`), evctl.Semantics{})
	strict := compare(t, schemaOf(`{"enum":["a"]}`), schemaOf(`{"enum":["a","b"]}`), evctl.Semantics{Policy: evctl.Strict})
	for want, j := range map[string]evctl.Judgement{"optional property": numbers, "new subject": strict} {
		if len(j.Findings) != 1 || !strings.Contains(j.Findings[0].Remedy, want) {
			t.Errorf("want a remedy with %q: %v", want, j.Findings)
		}
	}
}
