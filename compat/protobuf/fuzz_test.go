package protobuf

import (
	"context"
	"testing"
	"unicode/utf8"

	"github.com/evctl/evctl"
)

// FuzzCompare: any two texts have an answer; a schema compared with itself has
// nothing against it; every error of two schemas shows an event or says why not.
func FuzzCompare(f *testing.F) {
	f.Add(header+"message M { int32 x = 1; E e = 2; }", header+"message M { repeated sint64 x = 1; Sub e = 2; }")
	f.Add("syntax = \"proto2\"; message M { required group G = 1 { extensions 4 to 9; } enum E { A = 1; } optional E e = 2 [default = A]; }",
		"edition = \"2023\"; message M { reserved 1, 5; map<string, M> m = 2; oneof o { bytes b = 3; } }")
	f.Add("syntax = \"proto2\"; message M { required M m = 1; extensions 4; } extend M { repeated int32 x = 4; } service S { rpc R(M) returns (M); }",
		"syntax = \"proto2\"; message M { optional M m = 1; extensions 4; } extend M { repeated string x = 4; } service S { rpc R(stream M) returns (M); }")
	f.Fuzz(func(t *testing.T, a, b string) {
		old := &evctl.Schema{Format: evctl.Protobuf, File: "old.proto", Text: []byte(a)}
		new := &evctl.Schema{Format: evctl.Protobuf, File: "new.proto", Text: []byte(b)}
		both := []evctl.Direction{evctl.Backward, evctl.Forward}
		j, err := New().Compare(context.Background(), old, new, both, evctl.Semantics{Level: evctl.SourceLevel})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range j.Findings {
			if !utf8.ValidString(f.Message) {
				t.Errorf("message %q", f.Message)
			}
			if j.Verdict != evctl.Invalid && f.Severity == evctl.Error && f.Witness == nil {
				t.Errorf("no witness: %s [%s]", f.Message, f.Rule)
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
