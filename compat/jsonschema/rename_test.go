package jsonschema

import "testing"

// TestRenamesPairTheNearestNames joins what is spelt alike where several
// properties of one kind come and go.
func TestRenamesPairTheNearestNames(t *testing.T) {
	old := `{"properties":{"createdAt":{"type":"string"},"mergedAt":{"type":"string"},"n":{"type":"integer"}}}`
	new := `{"properties":{"merged_at":{"type":"string"},"created_at":{"type":"string"},"m":true}}`
	want := map[string]string{
		"createdAt": `property "createdAt" is gone and "created_at", which allows the same values, is new beside it`,
		"mergedAt":  `property "mergedAt" is gone and "merged_at", which allows the same values, is new beside it`,
	}
	got := New().Renames(schemaOf(old), schemaOf(new))
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for _, f := range got {
		if f.Message != want[f.Key] {
			t.Errorf("got %s, want %s", f.Message, want[f.Key])
		}
	}
}
