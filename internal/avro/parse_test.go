package avro

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

func parse(text string, refs map[string]string) (*Schema, error) {
	s := &evctl.Schema{Format: evctl.Avro, File: "a.avsc", Text: []byte(text), Refs: map[string]*evctl.Schema{}}
	for name, ref := range refs {
		s.Refs[name] = &evctl.Schema{Format: evctl.Avro, File: name, Text: []byte(ref)}
	}
	return Parse(s)
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"type": "array"}`:                "1:1: array: want a member items",
		`{"items": "int"}`:                 "1:1: want a member type",
		`{"type": {"type": "int"}}`:        "1:10: type: want a name, found object",
		`7`:                                "1:1: want a type, found number",
		`"R"`:                              `1:1: nothing declares the type "R"`,
		`["int", ["null"]]`:                "1:9: a union directly within a union",
		`["int", "null", "int"]`:           "1:17: the union has int twice",
		`{"type": "record", "fields": []}`: "1:1: record: want a member name",
		`{"type": "record", "name": "1", "fields": []}`:                                                           `1:28: "1" is no name`,
		`{"type": "record", "name": "a..b", "fields": []}`:                                                        `1:28: "a..b" is no name`,
		`{"type": "record", "name": "R", "fields": {}}`:                                                           "1:43: fields of record R: want an array",
		`{"type": "record", "name": "R", "fields": [1]}`:                                                          "1:44: want a field, found number",
		`{"type": "record", "name": "R", "fields": [{"name": "a"}]}`:                                              `1:44: field "a": want a member type`,
		`{"type": "record", "name": "R", "fields": [{"name": "a-b", "type": "int"}]}`:                             `1:53: "a-b" is no name`,
		`{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int", "order": "up"}]}`:                "1:82: order: want",
		`{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"}, {"name": "a", "type": "int"}]}`: `1:74: record R has field "a" twice`,
		`{"type": "record", "name": "R", "aliases": "S", "fields": []}`:                                           "1:44: aliases: want an array",
		`{"type": "enum", "name": "E"}`:                                                                           "1:1: enum E: want a member symbols",
		`{"type": "enum", "name": "E", "symbols": ["A", "A"]}`:                                                    "1:48: enum E has symbol A twice",
		`{"type": "enum", "name": "E", "symbols": ["A-B"]}`:                                                       `1:43: symbol "A-B"`,
		`{"type": "fixed", "name": "a.int", "size": 1}`:                                                           "1:27: int is the name of a primitive type",
		`{"type": "fixed", "name": "F", "size": -1}`:                                                              "1:40: size -1: want 0 to 1073741824 bytes",
		`{"type": "fixed", "name": "F", "size": 1e3}`:                                                             "1:40: size 1e3",
		`[{"type": "fixed", "name": "F", "size": 1}, {"type": "enum", "name": "F", "symbols": ["A"]}]`:            "1:45: F is declared twice, first at a.avsc:1:2",
	} {
		_, err := parse(text, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
}

func record(field string) string {
	return `{"type": "record", "name": "n.R", "fields": [` + field + `]}`
}

func TestParseFaults(t *testing.T) {
	for field, ok := range map[string]bool{
		`{"name": "a", "type": "int", "default": 2147483647}`:                                                                           true,
		`{"name": "a", "type": "int", "default": 2147483648}`:                                                                           false,
		`{"name": "a", "type": "int", "default": 1.5}`:                                                                                  false,
		`{"name": "a", "type": "long", "default": 9223372036854775807}`:                                                                 true,
		`{"name": "a", "type": "double", "default": 1}`:                                                                                 true,
		`{"name": "a", "type": "float", "default": "NaN"}`:                                                                              true,
		`{"name": "a", "type": "bytes", "default": "\u00ff"}`:                                                                           true,
		`{"name": "a", "type": "bytes", "default": "\u0100"}`:                                                                           false,
		`{"name": "a", "type": "null", "default": null}`:                                                                                true,
		`{"name": "a", "type": ["null", "string"], "default": "later branch"}`:                                                          true,
		`{"name": "a", "type": ["null", "int"], "default": "null"}`:                                                                     false,
		`{"name": "a", "type": {"type": "array", "items": "int"}, "default": [1, "2"]}`:                                                 false,
		`{"name": "a", "type": {"type": "map", "values": "int"}, "default": {"k": 1}}`:                                                  true,
		`{"name": "a", "type": {"type": "enum", "name": "E", "symbols": ["A"]}, "default": "B"}`:                                        false,
		`{"name": "a", "type": {"type": "fixed", "name": "F", "size": 2}, "default": "ab"}`:                                             true,
		`{"name": "a", "type": {"type": "fixed", "name": "F", "size": 2}, "default": "a"}`:                                              false,
		`{"name": "a", "type": {"type": "record", "name": "S", "fields": [{"name": "x", "type": "int"}]}, "default": {}}`:               false,
		`{"name": "a", "type": {"type": "record", "name": "S", "fields": [{"name": "x", "type": "int", "default": 1}]}, "default": {}}`: true,
		`{"name": "a", "type": {"type": "enum", "name": "E", "symbols": []}}`:                                                           false,
		`{"name": "a", "type": {"type": "enum", "name": "E", "symbols": ["A"], "default": "B"}}`:                                        false,
	} {
		s, err := parse(record(field), nil)
		if err != nil || (len(s.Faults) == 0) != ok {
			t.Errorf("%s: %v, faults %v", field, err, s.Faults)
		}
	}
}

func TestParseNames(t *testing.T) {
	s, err := parse(`{"type": "record", "name": "R", "namespace": "a.b", "aliases": ["Old", "x.Older"], "fields": [
		{"name": "self", "type": ["null", "R"]},
		{"name": "inner", "type": {"type": "enum", "name": "c.E", "symbols": ["A"], "aliases": ["D"]}},
		{"name": "bare", "type": {"type": "fixed", "name": "F", "namespace": "", "size": 1}},
		{"name": "again", "type": "c.E"}]}`, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Root
	got := fmt.Sprint(r, r.HasAlias("a.b.Old"), r.HasAlias("x.Older"), r.Field("self").Type.Branches[1] == r, r.Field("inner").Type.HasAlias("c.D"), r.Field("bare").Type,
		r.Field("again").Type == r.Field("inner").Type, r.Field("again").Path)
	if want := "record a.b.R true true true true fixed F true/fields/3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestParseFollowsReferences(t *testing.T) {
	refs := map[string]string{
		"money":  `{"type": "record", "name": "shop.Money", "fields": [{"name": "unit", "type": "Currency"}]}`,
		"types":  `[{"type": "enum", "name": "Currency", "namespace": "shop", "symbols": ["EUR"]}, {"type": "fixed", "name": "shop.Hash", "size": 4}]`,
		"broken": `{`,
	}
	s, err := parse(record(`{"name": "sum", "type": "shop.Money"}, {"name": "hash", "type": "shop.Hash"}`), refs)
	if err != nil {
		t.Fatal(err)
	}
	unit := s.Root.Field("sum").Type.Field("unit").Type
	if unit.Name != "shop.Currency" || unit.Position.File != "types" {
		t.Errorf("unit is %s of %s", unit, unit.Position)
	}
	if _, err := parse(record(`{"name": "sum", "type": "shop.Cash"}`), refs); err == nil || !strings.Contains(err.Error(), "reference broken") {
		t.Errorf("a name that only the broken document could hold: %v", err)
	}
	delete(refs, "broken")
	if _, err := parse(record(`{"name": "sum", "type": "shop.Cash"}`), refs); err == nil || !strings.Contains(err.Error(), `"shop.Cash"`) {
		t.Errorf("a name that nothing declares: %v", err)
	}
}

// TestParseIsBounded reads texts that are small and legal, and large to naive readers.
func TestParseIsBounded(t *testing.T) {
	nested := strings.Repeat(`{"f": `, 300) + `{}` + strings.Repeat("}", 300)
	for name, text := range map[string]string{
		"a default that two types nearly match at every level": `[{"type": "record", "name": "A", "fields": [{"name": "f", "type": ["null", "A",
			{"type": "record", "name": "B", "fields": [{"name": "f", "type": ["null", "A", "B"]}]}], "default": ` + nested + `}]}]`,
		"a fixed of the largest size with a default": record(`{"name": "f", "type": {"type": "fixed", "name": "F", "size": 1073741824}, "default": ""}`),
		"many declarations in a chain":               chain(5_000),
		"decimal of absurd precision":                record(`{"name": "f", "type": {"type": "bytes", "logicalType": "decimal", "precision": 2147483647, "scale": 2147483647}}`),
	} {
		start := time.Now()
		if _, err := parse(text, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("%s took %s", name, d)
		}
	}
}

// chain declares n records, each of which holds the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString(`[{"type": "record", "name": "R0", "fields": []}`)
	for i := range n {
		fmt.Fprintf(&b, `, {"type": "record", "name": "R%d", "fields": [{"name": "a", "type": "R%d"}, {"name": "b", "type": "R%d"}]}`, i+1, i, i)
	}
	return b.String() + "]"
}

func FuzzParse(f *testing.F) {
	f.Add(`{"type": "record", "name": "n.R", "fields": [{"name": "a", "type": ["null", "R"], "default": null}]}`)
	f.Add(`[{"type": "enum", "name": "E", "symbols": ["A"], "default": "A"}, {"type": "map", "values": {"type": "fixed", "name": "F", "size": 12, "logicalType": "duration"}}]`)
	f.Add(`{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parse(text, map[string]string{"ref": `{"type": "fixed", "name": "ref.F", "size": 1}`})
		if (s == nil) == (err == nil) {
			t.Fatalf("schema %v, error %v", s, err)
		}
		if s != nil && len(s.Faults) == 0 && s.SecondOpinion() != nil {
			t.Fatalf("hamba refuses %s: %v", text, s.SecondOpinion())
		}
		again, err2 := parse(text, map[string]string{"ref": `{"type": "fixed", "name": "ref.F", "size": 1}`})
		if fmt.Sprint(err) != fmt.Sprint(err2) || s != nil && len(s.Notes) != len(again.Notes) {
			t.Fatalf("two readings differ: %v, %v", err, err2)
		}
	})
}
