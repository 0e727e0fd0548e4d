package impact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/impact"
	"github.com/evctl/evctl/compat/outline"
)

func schema(format evctl.Format, text string) *evctl.Schema {
	return &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: "s", Version: 1}, Format: format, File: "1" + format.Ext(), Text: []byte(text)}
}

const (
	jsonSchema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "required": ["paid"],
  "properties": {
    "id": {"type": "string"},
    "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
    "pair": {"prefixItems": [{"type": "string"}, {"properties": {"x": {}}}]},
    "labels": {"type": "object", "additionalProperties": {"properties": {"text": {}}}},
    "open": {"type": "object"},
    "any": {},
    "how": {"oneOf": [{"properties": {"card": {"type": "string"}}}, {"properties": {"cash": {"type": "string"}}}]},
    "loose": {"anyOf": [{"properties": {"a": {}}}, {"type": "object"}]},
    "either": {"anyOf": [{"properties": {"a": {}}}, {"type": "string"}]},
    "if": {"if": {"properties": {"kind": {"const": 1}}}, "then": {"properties": {"then": {}}}},
    "a/b": {"type": "integer"}
  },
  "patternProperties": {"^x_": {"type": "string"}},
  "$defs": {"line": {"type": "object", "properties": {"sku": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#/$defs/line"}}}}}
}`
	avroSchema = `{"type": "record", "name": "Paid", "fields": [
  {"name": "id", "type": "string"},
  {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
    {"name": "sku", "type": ["null", "string"]}, {"name": "parts", "type": {"type": "array", "items": "Line"}}]}}},
  {"name": "labels", "type": {"type": "map", "values": "Line"}},
  {"name": "other", "type": ["null", "Line"]}]}`
	protoSchema = `syntax = "proto3";
package shop;
message Paid {
  string order_id = 1;
  repeated Line lines = 2;
  map<string, Line> labels = 3;
  oneof how { string card = 4; string cash = 5; }
}
message Line { string sku = 1; repeated Line parts = 2; State state = 3; }
enum State { NONE = 0; }
message Unused { string sku = 1; }
`
)

func TestFields(t *testing.T) {
	for _, test := range []struct {
		format                     evctl.Format
		text                       string
		declared, possible, absent string
	}{
		{evctl.JSON, jsonSchema,
			"/id /lines /lines/* /lines/*/sku /lines/0/sku /lines/*/parts/*/parts/*/sku /pair/1/x /pair/*/x /labels/eur/text /labels/*/text /how/card /how/cash /x_note /paid /if/kind /if/then /a~1b /either/a",
			"/open/x /any/x /loose/b /pair/7",
			"/idd /lines/*/price /how/cheque /labels/eur/colour /either/b /a /id/x /lines/*/parts/*/price"},
		{evctl.Avro, avroSchema,
			"/id /lines/*/sku /lines/*/parts/*/sku /labels/eur/sku /labels/*/parts /other/sku",
			"/lines/*/sku/*",
			"/idd /lines/*/price /other/price /id/x"},
		{evctl.Protobuf, protoSchema,
			"/order_id /orderId /lines/*/sku /lines/*/parts/*/sku /labels/eur/sku /labels/*/sku /card /cash /lines/*/state",
			"/order_id/*",
			"/order /lines/*/price /sku /lines/sku"},
	} {
		o := impact.Outline(t.Context(), schema(test.format, test.text), evctl.Semantics{})
		if o == nil {
			t.Fatalf("%s: no outline", test.format)
		}
		for want, fields := range map[outline.Knowledge]string{outline.Declared: test.declared, outline.Possible: test.possible, outline.Absent: test.absent} {
			for _, field := range strings.Fields(fields) {
				if got, _ := o.Field(outline.Tokens(field)); got != want {
					t.Errorf("%s %s: got %d, want %d", test.format, field, got, want)
				}
			}
		}
	}
}

// What a reference leads to that cannot be resolved may know any name.
func TestUnresolvedReferencesMayKnowAnything(t *testing.T) {
	o := impact.Outline(t.Context(), schema(evctl.JSON, `{"properties": {"a": {}}, "allOf": [{"$ref": "nowhere.json"}]}`), evctl.Semantics{})
	for field, want := range map[string]outline.Knowledge{"/a": outline.Declared, "/b": outline.Possible} {
		if got, _ := o.Field(outline.Tokens(field)); got != want {
			t.Errorf("%s: got %d, want %d", field, got, want)
		}
	}
}

func TestBeside(t *testing.T) {
	o := impact.Outline(t.Context(), schema(evctl.JSON, jsonSchema), evctl.Semantics{})
	got := o.Beside([]string{"lines", "*", "skuu"})
	slices.Sort(got)
	if !slices.Equal(got, []string{"/lines/*/parts", "/lines/*/sku"}) {
		t.Errorf("got %v", got)
	}
}

// A read meets what it reads, what is below, and what holds it; nothing beside.
func TestTouches(t *testing.T) {
	for _, test := range []struct {
		format             evctl.Format
		text, read, member string
		want               map[string]outline.Touch // by the path of a finding
	}{
		{evctl.JSON, jsonSchema, "/lines/*/sku", "", map[string]outline.Touch{
			"": outline.Above, "/properties/lines/items": outline.Above, "/$defs/line/properties/sku/type": outline.Within,
			"/$defs/line/properties/parts": outline.Beside, "/properties/id": outline.Beside, "/$defs/line/required": outline.Above,
		}},
		{evctl.JSON, jsonSchema, "/lines", "", map[string]outline.Touch{
			"": outline.Above, "/$defs/line/properties/sku": outline.Within, "/$defs/line/properties/parts/items": outline.Within, "/properties/labels": outline.Beside,
		}},
		{evctl.JSON, jsonSchema, "/lines/*/sku", "sku", map[string]outline.Touch{"/$defs/line": outline.Within, "": outline.Beside}},
		{evctl.JSON, jsonSchema, "/lines/*/sku", "lines", map[string]outline.Touch{"": outline.Above}},
		{evctl.JSON, jsonSchema, "/how/card", "", map[string]outline.Touch{
			"/properties/how/oneOf": outline.Above, "/properties/how/oneOf/0/properties/card": outline.Within, "/properties/how/oneOf/1/properties/cash": outline.Beside,
		}},
		{evctl.JSON, jsonSchema, "/x_a", "", map[string]outline.Touch{"/patternProperties/^x_/type": outline.Within}},
		{evctl.Avro, avroSchema, "/other/sku", "", map[string]outline.Touch{
			"/fields/3/type/1": outline.Above, "/fields/1/type/items/fields/0/type": outline.Within, "/fields/1/type": outline.Beside, "/fields/1/type/items/fields/1": outline.Beside,
		}},
		{evctl.Protobuf, protoSchema, "/labels/*/state", "", map[string]outline.Touch{
			"/shop.State/NONE": outline.Within, "/shop.Line/state": outline.Within, "/shop.Line/sku": outline.Beside, "/shop.Paid/labels": outline.Above,
			"/shop.Paid.LabelsEntry/value": outline.Above, "/package": outline.Above, "/shop.Unused/sku": outline.Beside, "/shop.Paid/how": outline.Above,
		}},
	} {
		o := impact.Outline(t.Context(), schema(test.format, test.text), evctl.Semantics{})
		trail := o.Follow(outline.Tokens(test.read))
		for path, want := range test.want {
			got := outline.Beside
			if part := o.Find(path); part != nil {
				got = trail.Touches(part, test.member)
			}
			if got != want {
				t.Errorf("%s: %s and %s %s: got %d, want %d", test.format, test.read, path, test.member, got, want)
			}
		}
	}
}

// A text that is no schema reads as everything: who reads it is hit.
func TestBrokenSchemasHitAll(t *testing.T) {
	change := evctl.Change{Old: []*evctl.Schema{schema(evctl.JSON, "{")}, New: schema(evctl.Avro, "{"), Mode: evctl.FullAll}
	f := evctl.Finding{Rule: "compat/format-changed", Severity: evctl.Error, Breaks: []int{1}, Old: &evctl.OldPosition{Version: 1}}
	got := impact.Judge(t.Context(), change, []evctl.Finding{f}, []impact.Consumer{{Name: "a", Versions: []int{1}, Reads: []string{"/x"}}})
	if len(got) != 1 || !slices.Equal(got[0].Consumers, []string{"a"}) {
		t.Errorf("got %v", got)
	}
}

// Notes break nobody, and other families' findings are not of this kind.
func TestOnlyBreaksHaveConsumers(t *testing.T) {
	s := schema(evctl.JSON, "{}")
	found := []evctl.Finding{{Rule: "compat/more-reasons", Severity: evctl.Info}, {Rule: "schema/unbounded-string", Severity: evctl.Warning}}
	for _, f := range impact.Judge(t.Context(), evctl.Change{Old: []*evctl.Schema{s}, New: s}, found, []impact.Consumer{{Name: "a", Versions: []int{1}}}) {
		if f.Consumers != nil {
			t.Errorf("%s hits %v", f.Rule, f.Consumers)
		}
	}
}

func FuzzOutline(f *testing.F) {
	f.Add(uint8(0), jsonSchema, "/lines/*/sku")
	f.Add(uint8(1), avroSchema, "/labels/*/parts")
	f.Add(uint8(2), protoSchema, "/lines/*/sku")
	f.Add(uint8(0), `{"$ref": "#", "allOf": [{"$ref": "#"}], "items": {"$ref": "#/items"}}`, "/a/b")
	f.Fuzz(func(t *testing.T, language uint8, text, field string) {
		formats := []evctl.Format{evctl.JSON, evctl.Avro, evctl.Protobuf}
		if field == "" || field[0] != '/' {
			return
		}
		o := impact.Outline(t.Context(), schema(formats[int(language)%3], text), evctl.Semantics{})
		if o == nil {
			return
		}
		tokens := outline.Tokens(field)
		if outline.Pointer(tokens) != field && !strings.Contains(field, "~") {
			t.Errorf("%q becomes %q", field, outline.Pointer(tokens))
		}
		knowledge, part := o.Field(tokens)
		o.Beside(tokens)
		if trail := o.Follow(tokens); knowledge == outline.Declared && part.Path != "" && trail.Touches(part, "") == outline.Beside {
			t.Errorf("%s is declared at %s, which the read does not touch", field, part.Path)
		}
	})
}
