package jsonschema

import (
	"testing"

	"github.com/evctl/evctl"
)

// TestDirectionsKeepTheirEvents holds each finding to its own direction: what
// one writer wrote says nothing of the other.
func TestDirectionsKeepTheirEvents(t *testing.T) {
	old := `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`
	new := `{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`
	want := map[evctl.Direction]struct{ message, event string }{
		evctl.Backward: {"reader wants integer, writer wrote string", `{"a":""}`},
		evctl.Forward:  {"reader wants string, writer wrote integer", `{"a":0}`},
	}
	j := compare(t, schemaOf(old), schemaOf(new), evctl.Semantics{})
	if len(j.Findings) != len(want) {
		t.Fatalf("got %v, want one finding for each direction", j.Findings)
	}
	for _, f := range j.Findings {
		if w := want[f.Direction]; f.Message != w.message || string(f.Witness.Value) != w.event {
			t.Errorf("%s: got %q with %s, want %q with %s", f.Direction, f.Message, f.Witness.Value, w.message, w.event)
		}
	}
}
