package guid

import (
	"slices"
	"testing"

	"github.com/evctl/evctl"
)

// The GUIDs are what md5sum says of the text that a registry stores.
func TestOf(t *testing.T) {
	for _, test := range []struct {
		format     evctl.Format
		text, want string
	}{
		{evctl.Protobuf, "syntax = \"proto3\";\nmessage Moved { string depot = 1; }\n", "9a9378ca-056f-533a-a471-775571207dd9"},
		{evctl.JSON, "{\n  \"b\": {\"x\": [1, true, null]},\n  \"a\": \"\\u00fc\\n\"\n}\n", "7596357b-c2e3-fa28-6b9d-782c0a1bad0d"},
		{evctl.JSON, "{\n  \"b\": {\"x\": [1, true, null]},\n  \"a\": \"\\u00fc\\n\"\n}\n", "d191d457-9403-4abb-3541-2dd42ee7e69a"}, // normalised
		{evctl.Avro, `{
			"namespace": "parcel", "name": "Weighed", "type": "record", "aliases": ["Old", "other.Older"], "owner": "p",
			"fields": [
				{"type": {"type": "long"}, "name": "grams", "x": 1, "aliases": ["g"], "order": "ignore", "default": 0, "doc": "g"},
				{"name": "at", "type": {"logicalType": "timestamp-millis", "type": "long"}, "order": "ascending", "aliases": []},
				{"name": "scale", "type": ["null", {"type": "enum", "name": "parcel.Scale", "default": "A", "symbols": ["A", "B"]}], "default": null},
				{"name": "other", "type": {"type": "parcel.Scale"}},
				{"name": "far", "type": {"type": "fixed", "size": 2, "namespace": "else", "name": "Far"}},
				{"name": "again", "type": "else.Far"},
				{"name": "many", "type": {"items": {"values": {"type": "bytes"}, "type": "map"}, "type": "array"}}
			], "doc": "d"}`, "632f240a-7fdb-d940-2b4c-c15b7f079a15"},
	} {
		want, ok := Parse(test.want)
		if got := Of(&evctl.Schema{Format: test.format, Text: []byte(test.text)}); !ok || !slices.Contains(got, want) {
			t.Errorf("%s: got %x, want %s among them", test.text, got, test.want)
		}
	}
	if got := Of(&evctl.Schema{Format: evctl.JSON, Text: []byte("{}"), Refs: map[string]*evctl.Schema{"a": {}}}); got != nil {
		t.Errorf("a schema that refers to another: got %x", got)
	}
}

func TestParse(t *testing.T) {
	const text = "632f240a-7fdb-d940-2b4c-c15b7f079a15"
	if id, ok := Parse(text); !ok || Format(id) != text {
		t.Errorf("got %x, %v", id, ok)
	}
	for _, bad := range []string{"", text[1:], "632f240a-7fdb-d940-2b4cc-15b7f079a15", "632f240a-7fdb-d940-2b4c-c15b7f079axx"} {
		if _, ok := Parse(bad); ok {
			t.Errorf("%q: no error", bad)
		}
	}
}

// FuzzOf looks for panics: the texts need not be schemas.
func FuzzOf(f *testing.F) {
	f.Add([]byte(`{"type":"record","name":"a.B","fields":[{"name":"c","type":["null",{"type":{"type":"map","values":"B"}}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range []evctl.Format{evctl.Avro, evctl.JSON, evctl.Protobuf} {
			Of(&evctl.Schema{Format: format, Text: text})
		}
	})
}
