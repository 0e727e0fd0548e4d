package protobuf

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/evctl/evctl"
	protos "github.com/evctl/evctl/third_party/protobuf"
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
			"new.proto:2:8: import \"a.proto\" is neither in the registry nor one of the bundled files (google/protobuf, google/type, confluent)\n" +
				"new.proto:3:8: import \"/etc/passwd\" is neither in the registry nor one of the bundled files (google/protobuf, google/type, confluent)"},
		"in an import": {"syntax = \"proto3\";\nimport \"a.proto\";\n", map[string]string{"a.proto": "message {"},
			"schemas/a.proto:1:9: unexpected '{'"},
		"cycle": {"syntax = \"proto3\";\nimport \"a.proto\";\n", map[string]string{"a.proto": "syntax = \"proto3\"; import \"a.proto\";"},
			"schemas/a.proto:1:27: cycle found in imports: \"a.proto\" -> \"a.proto\""},
		"depth":       {deep, nil, "new.proto:66:11: nesting is over the limit of 64 levels"},
		"size":        {strings.Repeat(" ", MaxBytes+1), nil, "new.proto: the schema and its imports are over the limit of 4194304 bytes or 1000 files"},
		"long line":   {"syntax = \"proto3\";\n" + strings.Repeat("a ", MaxLine/2+1), nil, "new.proto:2:1: the line is over the limit of 10000 bytes"},
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

// Every bundled file compiles, imported by nothing but its path.
func TestBundled(t *testing.T) {
	text := "syntax = \"proto3\";\nimport \"confluent/meta.proto\";\n"
	files, err := fs.Glob(protos.Files, "google/type/*.proto")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text += "import \"" + file + "\";\n"
	}
	text += "message M { google.type.Money m = 1 [(confluent.field_meta).doc = \"x\"]; confluent.type.Decimal d = 2; }\n"
	for _, path := range []string{"confluent/types/decimal.proto", "confluent/type/decimal.proto"} {
		f, err := Compile(context.Background(), schema(text+"import \""+path+"\";\n", nil))
		if err != nil {
			t.Fatal(err)
		}
		money, ok := f.Message("google.type.Money")
		if got := f.Position(money); !ok || got != (evctl.Position{}) || !Bundled(path) {
			t.Errorf("google.type.Money: found %t, at %s", ok, got)
		}
	}
	own := schema("syntax = \"proto3\"; import \"google/type/date.proto\"; message M { google.type.Date d = 1; }",
		map[string]string{"google/type/date.proto": "syntax = \"proto3\"; package google.type; message Date { int32 day = 9; }"})
	f, err := Compile(context.Background(), own)
	if err != nil {
		t.Fatal(err)
	}
	if date, _ := f.Message("google.type.Date"); date.Fields().Len() != 1 {
		t.Errorf("a copy of one's own does not come first: %v", date.Fields())
	}
}

// One Compiler serves many schemas: a shared import is compiled once, and no
// schema sees what another one holds under the same path.
func TestCompilerShares(t *testing.T) {
	var c Compiler
	text := "syntax = \"proto3\"; import \"b.proto\"; message M { B b = 1; }"
	compiled := map[string]*File{}
	for _, b := range []string{"int32 a = 1;", "int64 a = 1;", "int32 a = 1;", "broken"} {
		f, err := c.Compile(context.Background(), schema(text, map[string]string{"b.proto": "syntax = \"proto3\"; message B { " + b + " }"}))
		if (err != nil) != (b == "broken") {
			t.Fatal(err)
		}
		if again := compiled[b]; again != nil && again.FileDescriptor != f.FileDescriptor {
			t.Error("compiled twice")
		}
		compiled[b] = f
	}
	for b, kind := range map[string]protoreflect.Kind{"int32 a = 1;": protoreflect.Int32Kind, "int64 a = 1;": protoreflect.Int64Kind} {
		m, _ := compiled[b].Message("B")
		if got := m.Fields().Get(0).Kind(); got != kind {
			t.Errorf("%s is %s", b, got)
		}
	}
}

// What custom options say is looked at in a schema that is new only.
func TestCustomOptions(t *testing.T) {
	s := schema("syntax = \"proto3\"; message M { option (nobody.knows) = 1; int32 a = 1 [(nor.this) = 2, deprecated = true]; }", nil)
	if _, err := Compile(context.Background(), s); err == nil {
		t.Error("an unknown option passes")
	}
	f, err := new(Compiler).CompilePublished(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := f.Subject()
	if o := m.Fields().Get(0).Options().(*descriptorpb.FieldOptions); !o.GetDeprecated() {
		t.Error("the standard option is gone as well")
	}
}

func TestImports(t *testing.T) {
	got := Imports([]byte("syntax = \"proto3\";\nimport \"b.proto\";\nimport public \"a.proto\";\nimport \"b.proto\";\nmessage {"))
	if fmt.Sprint(got) != "[a.proto b.proto]" {
		t.Errorf("got %v", got)
	}
}

// FuzzImports: what the scanner finds is what the parser finds, in any text
// that parses.
func FuzzImports(f *testing.F) {
	f.Add("syntax = \"proto3\"; // import \"x\";\nimport \"a\" /* c */ 'b.proto'; message M { option (x) = { import: \"c\" }; } import public \"d\"; import weak 'e';")
	f.Add("option a = \"}\"; import \"a\\\"b\"; enum import { import = 0; } ; import.x y = 1;")
	f.Fuzz(func(t *testing.T, text string) {
		if _, bad := newSource([]byte(text)).unfit(); bad {
			return
		}
		tree, err := parser.Parse("", strings.NewReader(text), reporter.NewHandler(nil))
		if err != nil {
			return
		}
		var want []string
		for _, decl := range tree.Decls {
			if node, ok := decl.(*ast.ImportNode); ok && node.Name.AsString() != "" {
				want = append(want, node.Name.AsString())
			}
		}
		slices.Sort(want)
		if got := Imports([]byte(text)); !slices.Equal(got, slices.Compact(want)) && !strings.Contains(text, "\\") {
			t.Errorf("scanned %q, parsed %q", got, want)
		}
	})
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
