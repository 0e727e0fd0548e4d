package jsonschema

import "testing"

func TestSetsFlags(t *testing.T) {
	for pattern, want := range map[string]bool{
		"(?i)a": true, "a(?ms)": true, "(?:a)(?i)": true, "(?i:a)": false, `\(?i)`: false, "(?)": false, "(?<name>a)": false, "(?": false, "": false,
	} {
		if got := setsFlags(pattern); got != want {
			t.Errorf("%q: got %v", pattern, got)
		}
	}
}
