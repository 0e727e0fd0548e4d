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
		{evctl.Avro, `{"type":"string"}`, `"string"`, true},
		{evctl.Avro, `{"type":"string","logicalType":"uuid"}`, `"string"`, false},
		{evctl.Avro, `{"type":"record","name":"A","namespace":"n","aliases":["B"],"fields":[{"name":"f","type":{"type":"array","items":{"type":"int"}},"order":"ascending","aliases":[]},{"name":"g","type":["null","A"],"default":null}]}`,
			`{"type":"record","name":"n.A","aliases":["n.B"],"fields":[{"name":"f","type":{"type":"array","items":"int"}},{"name":"g","type":["null","n.A"],"default":null}]}`, true},
		{evctl.Avro, `{"type":"record","name":"n.A","fields":[{"name":"f","type":{"type":"enum","name":"E","symbols":["X"]}}]}`,
			`{"type":"record","name":"A","namespace":"n","fields":[{"name":"f","type":{"type":"enum","name":"E","namespace":"n","symbols":["X"]}}]}`, true},
		{evctl.Avro, `{"type":"record","name":"A","fields":[{"name":"f","type":"int","aliases":["g"]}]}`,
			`{"type":"record","name":"A","fields":[{"name":"f","type":"int","aliases":["h"]}]}`, false},
		{evctl.Avro, `{"type":"record","name":"A","namespace":"n","fields":[{"name":"name","type":"int","doc":"a"}]}`,
			`{"type":"record","name":"A","namespace":"n","fields":[{"name":"name","type":"int","doc":"b"}]}`, false},
		{evctl.Avro, `{"type":"record","name":"A","namespace":"n","fields":[]}`, `{"type":"record","name":"A","namespace":"m","fields":[]}`, false},
		{evctl.Avro, `{"type":"enum","name":"A","symbols":["int"]}`, `{"type":"enum","name":"A","symbols":["long"]}`, false},
		{evctl.Avro, `{"type":1}`, `{"type":2}`, false},
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
