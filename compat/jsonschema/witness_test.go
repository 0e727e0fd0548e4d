package jsonschema

import (
	"testing"

	"github.com/evctl/evctl"
)

// TestWitnessesAreReadable compares the events shown for a break BACKWARD: old
// wrote, new reads.
func TestWitnessesAreReadable(t *testing.T) {
	for name, c := range map[string]struct{ old, new, event, at string }{
		"an example of the property": {
			old:   `{"type":"object","properties":{"id":{"type":"string","examples":["o-17"]},"n":{"type":"integer"}},"required":["id","n"]}`,
			new:   `{"type":"object","properties":{"id":{"type":"string"},"n":{"type":"string"}},"required":["id","n"]}`,
			event: `{"id":"o-17","n":0}`, at: "/n"},
		"a default, of the value in question too": {
			old:   `{"properties":{"currency":{"type":"string","default":"EUR"}}}`,
			new:   `{"properties":{"currency":{"type":"integer"}}}`,
			event: `{"currency":"EUR"}`, at: "/currency"},
		"an example of the whole event": {
			old:   `{"examples":[{"id":"o-17","lines":[{"sku":"a-1"}],"note":"not needed"}],"type":"object","properties":{"id":{"type":"string"},"lines":{"type":"array","minItems":1,"items":{"type":"object","properties":{"sku":{"type":"string"}},"required":["sku"]}},"note":{}},"required":["id","lines"]}`,
			new:   `{"type":"object","properties":{"id":{"type":"string"},"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"n":{}},"required":["sku","n"]}}},"required":["id","lines"]}`,
			event: `{"id":"o-17","lines":[{"sku":"a-1"}]}`, at: "/lines/0"},
		"an example through a reference": {
			old:   `{"definitions":{"id":{"type":"string","examples":["u-1"]}},"properties":{"by":{"$ref":"#/definitions/id"},"n":{"type":"integer"}},"required":["by","n"]}`,
			new:   `{"properties":{"by":{"type":"string"},"n":{"type":"string"}},"required":["by","n"]}`,
			event: `{"by":"u-1","n":0}`, at: "/n"},
		"formats": {
			old:   `{"properties":{"id":{"type":"string","format":"uuid"},"at":{"type":"string","format":"date-time"},"n":{"type":"integer"}},"required":["id","at","n"]}`,
			new:   `{"properties":{"id":{"type":"string"},"at":{"type":"string"},"n":{"type":"string"}},"required":["id","at","n"]}`,
			event: `{"at":"2026-11-30T12:00:00Z","id":"0190d3a0-7b1c-7c3e-8a2b-0123456789ab","n":0}`, at: "/n"},
		"a pattern that means a uuid": {
			old:   `{"properties":{"id":{"type":"string","pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},"n":{"type":"integer"}},"required":["id","n"]}`,
			new:   `{"properties":{"id":{"type":"string"},"n":{"type":"string"}},"required":["id","n"]}`,
			event: `{"id":"0190d3a0-7b1c-7c3e-8a2b-0123456789ab","n":0}`, at: "/n"},
		"the bound speaks for itself": {
			old:   `{"properties":{"n":{"type":"integer","minimum":0,"examples":[3]}},"required":["n"]}`,
			new:   `{"properties":{"n":{"type":"integer","minimum":10}},"required":["n"]}`,
			event: `{"n":0}`, at: "/n"},
		"no example that the writer does not write": {
			old:   `{"properties":{"id":{"type":"string","maxLength":3,"examples":["too long","abc"]},"n":{"type":"integer"}},"required":["id","n"]}`,
			new:   `{"properties":{"id":{"type":"string","maxLength":3},"n":{"type":"string"}},"required":["id","n"]}`,
			event: `{"id":"abc","n":0}`, at: "/n"},
		"items that must differ": {
			old:   `{"properties":{"tags":{"type":"array","minItems":2,"uniqueItems":true,"items":{"type":"string","examples":["new","gift"]}},"n":{"type":"integer"}},"required":["tags","n"]}`,
			new:   `{"properties":{"tags":{"type":"array","uniqueItems":true,"items":{"type":"string"}},"n":{"type":"string"}},"required":["tags","n"]}`,
			event: `{"n":0,"tags":["new","gift"]}`, at: "/n"},
		"a name that any will do for": {
			old:   `{"additionalProperties":{"type":"object","properties":{"a":{"type":"integer"},"other":{}},"additionalProperties":{"type":"string"}}}`,
			new:   `{"additionalProperties":{"type":"object","properties":{"a":{"type":"integer"},"other":{}},"additionalProperties":{"type":"string","maxLength":2}}}`,
			event: `{"other":{"extra":"aaa"}}`, at: "/other/extra"},
		"statements about members say nothing of items": {
			old:   `{"type":"array","minItems":2,"items":[{"type":"string","examples":["o-17"]},{"type":"integer"}]}`,
			new:   `{"type":"array","properties":{"a":{"type":"string"}},"items":[{"type":"string"},{"type":"string"}]}`,
			event: `["o-17",0]`, at: "/1"},
		"the value that a list lost": {
			old:   `{"properties":{"state":{"enum":["open","lost"],"default":"open"}}}`,
			new:   `{"properties":{"state":{"enum":["open"]}}}`,
			event: `{"state":"lost"}`, at: "/state"},
	} {
		j, err := New().Compare(t.Context(), schemaOf(c.old), schemaOf(c.new), []evctl.Direction{evctl.Backward}, evctl.Semantics{})
		if err != nil || len(j.Findings) != 1 || j.Findings[0].Witness == nil {
			t.Errorf("%s: %v, want one finding with an event: %v", name, err, j.Findings)
			continue
		}
		if w := j.Findings[0].Witness; string(w.Value) != c.event || w.At != c.at {
			t.Errorf("%s: got %s, at %q, want %s, at %q", name, w.Value, w.At, c.event, c.at)
		}
	}
}

// TestWitnessesProveOneBreak keeps the example of one property out of the event
// that shows the break of another, since the reader refuses it as well.
func TestWitnessesProveOneBreak(t *testing.T) {
	old := `{"properties":{"id":{"type":"string","examples":["far too long"]},"n":{"type":"integer"}},"required":["id","n"]}`
	new := `{"properties":{"id":{"type":"string","maxLength":4},"n":{"type":"string"}},"required":["id","n"]}`
	j, err := New().Compare(t.Context(), schemaOf(old), schemaOf(new), []evctl.Direction{evctl.Backward}, evctl.Semantics{})
	if err != nil || len(j.Findings) != 2 {
		t.Fatalf("%v, want two findings: %v", err, j.Findings)
	}
	want := map[string]string{"/n": `{"id":"","n":0}`, "/id": `{"id":"aaaaa","n":0}`}
	for _, f := range j.Findings {
		if got := string(f.Witness.Value); got != want[f.Witness.At] {
			t.Errorf("%s at %s: got %s, want %s", f.Rule, f.Witness.At, got, want[f.Witness.At])
		}
	}
}

// TestWitnessesStandAlone has each break shown by an event that no other break
// spoils, wherever there is one.
func TestWitnessesStandAlone(t *testing.T) {
	old := `{"properties":{"total":{"type":"integer"},"state":{"enum":["open","paid"]}},"required":["total","state"]}`
	new := `{"properties":{"total":{"type":"string"},"state":{"enum":["open","paid","lost"]}},"required":["total","state"]}`
	j, err := New().Compare(t.Context(), schemaOf(old), schemaOf(new), []evctl.Direction{evctl.Forward}, evctl.Semantics{})
	if err != nil || len(j.Findings) != 2 {
		t.Fatalf("%v, want two findings: %v", err, j.Findings)
	}
	want := map[string]string{
		"/total": `{"state":"open","total":""}`,
		"/state": `{"state":"lost","total":""}`, // what old readers take for a total, the new schema does not write
	}
	for _, f := range j.Findings {
		if got := string(f.Witness.Value); got != want[f.Witness.At] {
			t.Errorf("%s at %s: got %s, want %s", f.Rule, f.Witness.At, got, want[f.Witness.At])
		}
	}
}
