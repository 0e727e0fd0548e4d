package protobuf

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
)

func schema(text string, refs map[string]string) *evctl.Schema {
	s := &evctl.Schema{Format: evctl.Protobuf, File: "new.proto", Text: []byte(text), Refs: map[string]*evctl.Schema{}}
	for name, ref := range refs {
		s.Refs[name] = &evctl.Schema{File: "schemas/" + name, Text: []byte(ref)}
	}
	return s
}

func TestProblems(t *testing.T) {
	deep := `syntax = "proto3";` + "\n" + strings.Repeat("message M {\n", 10_000)
	tests := map[string]struct {
		text string
		refs map[string]string
		want string // the problems, one a line
	}{
		"two at once": {"syntax = \"proto3\";\nmessage M {\n\tfoo a = 1; bar b = 2;\n}\n", nil,
			"new.proto:3:2: field M.a: unknown type foo\nnew.proto:3:13: field M.b: unknown type bar"},
		"bytes, not characters": {"syntax = \"proto3\";\nmessage M { /* é\t */ foo a = 1; }\n", nil,
			"new.proto:2:23: field M.a: unknown type foo"},
		"syntax": {"syntax = \"proto3\";\nmessage M {\n  int32 = 1;\n}\n", nil,
			"new.proto:3:9: unexpected '='"},
		"end": {"syntax = \"proto3\";\nmessage M {\n", nil, "new.proto:3:1: unexpected end of file"},
		"edition": {"edition = \"2024\";\n", nil,
			"new.proto:1:11: edition 2024 is not supported: evctl reads proto2, proto3 and edition 2023"},
		"import": {"syntax = \"proto3\";\nimport \"a.proto\";\nimport \"/etc/passwd\";\n", nil,
			"new.proto:2:8: import \"a.proto\" is neither in the registry nor one of the bundled google/protobuf files\n" +
				"new.proto:3:8: import \"/etc/passwd\" is neither in the registry nor one of the bundled google/protobuf files"},
		"in an import": {"syntax = \"proto3\";\nimport \"a.proto\";\n", map[string]string{"a.proto": "message {"},
			"schemas/a.proto:1:9: unexpected '{'"},
		"cycle": {"syntax = \"proto3\";\nimport \"a.proto\";\n", map[string]string{"a.proto": "syntax = \"proto3\"; import \"a.proto\";"},
			"schemas/a.proto:1:27: cycle found in imports: \"a.proto\" -> \"a.proto\""},
		"depth":       {deep, nil, "new.proto:66:1: nesting is over the limit of 64 levels"},
		"size":        {strings.Repeat(" ", MaxBytes+1), nil, "new.proto: the schema and its imports are over the limit of 4194304 bytes or 1000 files"},
		"long line":   {"syntax = \"proto3\";\n" + strings.Repeat(" ", MaxLine+1), nil, "new.proto:2:1: the line is over the limit of 10000 bytes"},
		"NUL":         {"syntax = \"proto3\";\nmessage M\x00 {}", nil, "new.proto:2:10: invalid control character"},
		"UTF-8":       {"syntax = \"proto3\";\n// \xa3", nil, "new.proto:2:4: not UTF-8"},
		"field clash": {"syntax = \"proto3\";\nmessage M { int32 a = 1; int32 b = 1; }", nil, "new.proto:2:36: message M: fields a and b both have the same tag 1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Compile(context.Background(), schema(test.text, test.refs))
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got error %v, want a SyntaxError", err)
			}
			var got []string
			for _, p := range syntax.Problems {
				got = append(got, fmt.Sprintf("%s: %s", p.Position, p.Message))
			}
			if text := strings.Join(got, "\n"); text != test.want {
				t.Errorf("got\n%s\nwant\n%s", text, test.want)
			}
		})
	}
}

func TestCompile(t *testing.T) {
	text := `edition = "2023";
package a;
import "b.proto";
import "google/protobuf/timestamp.proto";
// a comment
message First {
	b.Shared shared = 1;
  message Inner { google.protobuf.Timestamp at = 1; }
}
message Second {}
`
	f, err := Compile(context.Background(), schema(text, map[string]string{"b.proto": "syntax = \"proto2\";\npackage b;\nmessage Shared { optional int32 n = 1; }"}))
	if err != nil {
		t.Fatal(err)
	}
	subject, _ := f.Subject()
	if subject.FullName() != "a.First" {
		t.Errorf("subject is %s, want the first message", subject.FullName())
	}
	field := subject.Fields().Get(0)
	if got := f.Position(field); got.String() != "new.proto:7:2" || got.EndColumn != 22 {
		t.Errorf("field stands at %s to %d", got, got.EndColumn)
	}
	if got := f.Position(field.Message().Fields().Get(0)).String(); got != "schemas/b.proto:3:18" {
		t.Errorf("imported field stands at %s", got)
	}
	for name, want := range map[protoreflect.FullName]string{"a.First": "[0]", "a.First.Inner": "[0 0]", "a.Second": "[1]", "b.Shared": "[0]"} {
		m, ok := f.Message(name)
		if !ok || fmt.Sprint(MessageIndexes(m)) != want {
			t.Errorf("%s: found %t", name, ok)
		}
	}
	stamp, _ := f.Message("google.protobuf.Timestamp")
	if got := f.Position(stamp); got != (evctl.Position{}) {
		t.Errorf("a bundled message stands at %s", got)
	}
}

func TestImports(t *testing.T) {
	got := Imports([]byte("syntax = \"proto3\";\nimport \"b.proto\";\nimport public \"a.proto\";\nimport \"b.proto\";\nmessage {"))
	if fmt.Sprint(got) != "[a.proto b.proto]" {
		t.Errorf("got %v", got)
	}
}

// FuzzCompile: any text is a schema or has problems with places, never a panic.
func FuzzCompile(f *testing.F) {
	f.Add("syntax = \"proto3\"; message M { oneof o { int32 a = 1; } map<string, M> b = 2; reserved 4 to max; }")
	f.Add("edition = \"2023\"; enum E { option features.enum_type = CLOSED; A = 1; }")
	f.Add("syntax = \"proto2\"; message M { required group G = 1 { extensions 4; } } extend M.G { optional M m = 4 [default = 1]; }")
	f.Add("\"\\\xa3")
	f.Add("import \"a.proto\"; /* \" ")
	f.Fuzz(func(t *testing.T, text string) {
		Imports([]byte(text))
		_, err := Compile(context.Background(), schema(text, nil))
		var syntax *SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			t.Fatal(err)
		}
		if syntax != nil && syntax.Problems[0].Position.File == "" {
			t.Fatalf("no place: %v", err)
		}
	})
}
