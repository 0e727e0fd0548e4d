package registry

import (
	"testing"

	"github.com/evctl/evctl"
)

func TestSame(t *testing.T) {
	for _, test := range []struct {
		format evctl.Format
		a, b   string
		same   bool
	}{
		{evctl.JSON, `{"a":1,"b":"ü"}`, "{\r\n \"b\": \"\\u00fc\", \"a\": 1}\r\n", true},
		{evctl.JSON, `{"a":1}`, `{"a":1,"description":"new"}`, false},
		{evctl.JSON, "not\r\njson", "not\njson", true},
		{evctl.Avro, `["int"]`, `"int"`, false},
		{evctl.Protobuf, "syntax=\"proto3\"; message A{int32 a=1;}", "// A\nsyntax = \"proto3\";\n/* b */ message A {\n  int32 a = 1; // one\n}\n", true},
		{evctl.Protobuf, `option a = "x//y";`, `option a = "x";`, false},
		{evctl.Protobuf, `option a = "x\"/*";`, "option a='x';", false},
		{evctl.Protobuf, "message A { /* open", "message A {", true},
		{evctl.Protobuf, "int32 ab = 1;", "int32 a b = 1;", false},
	} {
		a := &evctl.Schema{Format: test.format, Text: []byte(test.a)}
		b := &evctl.Schema{Format: test.format, Text: []byte(test.b)}
		if got := Same(a, b); got != test.same {
			t.Errorf("%q and %q: same is %v, want %v\n%q\n%q", test.a, test.b, got, test.same,
				Canonical(a.Format, a.Text), Canonical(b.Format, b.Text))
		}
	}
}

func FuzzProtobufTokens(f *testing.F) {
	f.Add([]byte("message A { string s = 1 [default = \"\\\"\"]; } // end"))
	f.Fuzz(func(t *testing.T, text []byte) {
		once := protobufTokens(text)
		if len(once) > 2*len(text) {
			t.Errorf("%q grew to %q", text, once)
		}
	})
}
