package jsonschema

import (
	"context"
	"errors"
	"testing"
)

// TestRenamesPairTheNearestNames joins what is spelt alike where several
// properties of one kind come and go.
func TestRenamesPairTheNearestNames(t *testing.T) {
	old := `{"properties":{"createdAt":{"type":"string"},"mergedAt":{"type":"string"},"n":{"type":"integer"}}}`
	new := `{"properties":{"merged_at":{"type":"string"},"created_at":{"type":"string"},"m":true}}`
	want := map[string]string{
		"createdAt": `property "createdAt" is gone and "created_at", which allows the same values, is new beside it`,
		"mergedAt":  `property "mergedAt" is gone and "merged_at", which allows the same values, is new beside it`,
	}
	got, err := New().Renames(t.Context(), schemaOf(old), schemaOf(new))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for _, f := range got {
		if f.Message != want[f.Key] {
			t.Errorf("got %s, want %s", f.Message, want[f.Key])
		}
	}
}

// TestRenamesEndWithTheContext looks for renames in schemas that nobody has
// compiled yet.
func TestRenamesEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := New().Renames(ctx, schemaOf(`{"properties":{"a":{"type":"string"}}}`), schemaOf(`{"properties":{"b":{"type":"string"}}}`))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v, want the end of the context", got, err)
	}
}
