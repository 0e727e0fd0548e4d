package avro

import (
	"context"
	"testing"
	"unicode/utf8"

	"github.com/evctl/evctl"
)

// FuzzCompare: any two texts have an answer; a schema reads what it wrote
// itself; an error shows an event or says why not.
func FuzzCompare(f *testing.F) {
	f.Add(`{"type": "record", "name": "a.R", "fields": [{"name": "x", "type": ["null", "a.R"], "default": null}, {"name": "d", "type": {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}}]}`,
		`{"type": "record", "name": "R", "aliases": ["a.R"], "fields": [{"name": "y", "aliases": ["x"], "type": "string"}, {"name": "d", "type": {"type": "fixed", "name": "F", "size": 2, "logicalType": "decimal", "precision": 4, "scale": 3}}]}`)
	f.Add(`[{"type": "enum", "name": "E", "symbols": ["A", "B"], "default": "A"}, {"type": "map", "values": "long"}]`,
		`[{"type": "enum", "name": "n.E", "symbols": ["B"]}, {"type": "array", "items": {"type": "long", "logicalType": "timestamp-millis"}}]`)
	f.Fuzz(func(t *testing.T, a, b string) {
		both := []evctl.Direction{evctl.Backward, evctl.Forward}
		old, new := text("old.avsc", a), text("new.avsc", b)
		j, err := New().Compare(context.Background(), old, new, both, evctl.Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range j.Findings {
			if !utf8.ValidString(f.Message) {
				t.Errorf("message %q", f.Message)
			}
			if w := f.Witness; j.Verdict == evctl.Incompatible && f.Severity == evctl.Error && (w == nil || w.Hex == "" && w.Error == "") && f.Rule != "compat/undecided" {
				t.Errorf("no event: %s [%s]", f.Message, f.Rule)
			}
		}
		if _, err := New().Renames(context.Background(), old, new); err != nil {
			t.Error(err)
		}
		same, err := New().Compare(context.Background(), old, old, both, evctl.Semantics{})
		if err != nil || same.Verdict == evctl.Incompatible {
			t.Errorf("compared with itself: %v, %v", same, err)
		}
	})
}
