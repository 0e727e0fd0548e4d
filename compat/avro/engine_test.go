package avro

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

func compare(t *testing.T, old, new string, dirs ...evctl.Direction) evctl.Judgement {
	t.Helper()
	j, err := New().Compare(context.Background(), text("old.avsc", old), text("new.avsc", new), dirs, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func text(file, text string) *evctl.Schema {
	return &evctl.Schema{Format: evctl.Avro, File: file, Text: []byte(text)}
}

// summary lists a judgement's findings as rule, key and the event's bytes.
func summary(j evctl.Judgement) string {
	list := []string{string(j.Verdict)}
	for _, f := range j.Findings {
		_, rule, _ := strings.Cut(f.Rule, "/")
		text := rule + " " + f.Path
		if f.Key != "" {
			text += " " + f.Key
		}
		if f.Witness != nil {
			text += " " + f.Witness.Hex
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

func record(name string, fields ...string) string {
	return fmt.Sprintf(`{"type": "record", "name": %q, "fields": [%s]}`, name, strings.Join(fields, ", "))
}

func field(name, typ string) string { return fmt.Sprintf(`{"name": %q, "type": %s}`, name, typ) }

func TestResolution(t *testing.T) {
	enum := func(name string, symbols string) string {
		return fmt.Sprintf(`{"type": "enum", "name": %q, "symbols": [%s]}`, name, symbols)
	}
	fixed := func(name string, size int, more string) string {
		return fmt.Sprintf(`{"type": "fixed", "name": %q, "size": %d%s}`, name, size, more)
	}
	list := record("List", field("head", `"int"`), field("tail", `["null", "List"]`))
	endless := record("List", field("head", `"int"`), field("tail", `"List"`))
	for name, test := range map[string]struct{ writer, reader, want string }{
		"promotion":             {`"int"`, `"double"`, "compatible"},
		"no demotion":           {`"double"`, `"float"`, "incompatible; field-type-changed  0000000000000000"},
		"string and bytes":      {`"string"`, `"bytes"`, "compatible"},
		"boolean is no number":  {`"boolean"`, `"int"`, "incompatible; field-type-changed  00"},
		"reader's union":        {`"int"`, `["null", "long"]`, "compatible"},
		"not in the union":      {`"string"`, `["null", "long"]`, "incompatible; field-type-changed  00"},
		"writer's union":        {`["int", "long"]`, `"long"`, "compatible"},
		"one branch too many":   {`["int", "string"]`, `"long"`, "incompatible; union-branch-removed  string 0200"},
		"every branch":          {`["int", "null"]`, `"string"`, "incompatible; union-branch-removed  int 0000; union-branch-removed  null 02"},
		"inside an array":       {`{"type": "array", "items": ["int", "null"]}`, `{"type": "array", "items": "int"}`, "incompatible; union-branch-removed /items null 020200"},
		"inside a map":          {`{"type": "map", "values": "string"}`, `{"type": "map", "values": "int"}`, "incompatible; field-type-changed /values 02066b65790000"},
		"array is no map":       {`{"type": "array", "items": "int"}`, `{"type": "map", "values": "int"}`, "incompatible; field-type-changed  00"},
		"fields by name":        {record("R", field("a", `"int"`), field("b", `"string"`)), record("R", field("b", `"string"`), field("a", `"int"`)), "compatible"},
		"all reasons":           {record("R", field("a", `"int"`), field("b", enum("E", `"X", "Y"`))), record("R", field("a", `"string"`), field("b", enum("E", `"X"`)), field("c", `"int"`)), "incompatible; field-type-changed /fields/0/type 0000; enum-value-removed /fields/1/type Y 0002; required-field-added /fields/2 c 0000"},
		"field alias":           {record("R", field("a", `"int"`)), record("R", `{"name": "b", "aliases": ["a"], "type": "int"}`), "compatible; alias-needed /fields/0"},
		"name before alias":     {record("R", field("a", `"string"`), field("b", `"int"`)), record("R", `{"name": "b", "aliases": ["a"], "type": "int"}`), "compatible"},
		"type alias":            {record("a.R"), `{"type": "record", "name": "a.S", "aliases": ["R"], "fields": []}`, "compatible; alias-needed "},
		"alias elsewhere":       {record("b.R"), `{"type": "record", "name": "a.S", "aliases": ["R"], "fields": []}`, "incompatible; type-renamed  "},
		"unqualified name":      {record("a.R"), record("b.R"), "compatible; namespace-changed "},
		"full name first":       {enum("b.E", `"X", "Y"`), "[" + enum("a.E", `"X"`) + ", " + enum("b.E", `"X", "Y"`) + "]", "compatible; namespace-changed  enum b.E"},
		"enum default":          {enum("E", `"X", "Y"`), `{"type": "enum", "name": "E", "symbols": ["X"], "default": "X"}`, "compatible"},
		"fixed sizes":           {fixed("F", 1, ""), fixed("F", 2, ""), "incompatible; fixed-size-changed  00"},
		"fixed names":           {fixed("F", 1, ""), fixed("G", 1, ""), "incompatible; type-renamed  00"},
		"decimals of any fixed": {fixed("F", 3, `, "logicalType": "decimal", "precision": 4`), fixed("G", 2, `, "logicalType": "decimal", "precision": 4, "scale": 0`), "compatible; decimal-carrier-changed "},
		"decimal on bytes":      {fixed("F", 2, `, "logicalType": "decimal", "precision": 4`), `{"type": "bytes", "logicalType": "decimal", "precision": 4}`, "compatible; decimal-carrier-changed "},
		"recursion":             {list, list, "compatible"},
		"recursion that breaks": {list, strings.Replace(list, `"int"`, `"string"`, 1), "incompatible; field-type-changed /fields/0/type 0000"},
		"no finite event":       {endless, strings.Replace(endless, `"int"`, `"string"`, 1), "incompatible; field-type-changed /fields/0/type "},
		"branch without data":   {`["int", ` + endless + `]`, `"int"`, "compatible"},
		"default of any branch": {record("R"), record("R", `{"name": "a", "type": ["null", "string"], "default": ""}`), "compatible; union-default-branch /fields/0/default"},
		"null needs a default":  {record("R"), record("R", field("a", `["null", "int"]`)), "incompatible; required-field-added /fields/0 a "},
		"unknown logical types": {`{"type": "int", "logicalType": "mine"}`, `{"type": "int", "logicalType": "yours"}`, "compatible"},
		"micros read as millis": {`{"type": "long", "logicalType": "time-micros"}`, `{"type": "long", "logicalType": "timestamp-millis"}`, "compatible; logical-type-changed  80d8eb9d28"},
	} {
		if got := summary(compare(t, test.writer, test.reader, evctl.Backward)); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", name, got, test.want)
		}
	}
}

// TestDirectionsMirror: what breaks new readers of old events is what breaks old
// readers once the two schemas change places.
func TestDirectionsMirror(t *testing.T) {
	old := record("R", field("a", `["int", "string"]`), field("b", `"int"`), field("gone", `"int"`))
	new := record("R", field("a", `["int", "null"]`), field("b", `"long"`))
	forward := compare(t, old, new, evctl.Forward)
	backward := compare(t, new, old, evctl.Backward)
	for _, pairs := range [][2]evctl.Judgement{{forward, backward}} {
		f, b := pairs[0].Findings, pairs[1].Findings
		if len(f) != 3 || len(b) != 3 {
			t.Fatalf("%s\n%s", summary(pairs[0]), summary(pairs[1]))
		}
		hexes := func(findings []evctl.Finding) (list []string) {
			for _, f := range findings {
				list = append(list, f.Witness.Hex)
			}
			slices.Sort(list)
			return list
		}
		if !slices.Equal(hexes(f), hexes(b)) {
			t.Errorf("other events: %v, %v", hexes(f), hexes(b))
		}
	}
	if both := compare(t, old, new, evctl.Backward, evctl.Forward); len(both.Findings) != 4 {
		t.Errorf("both: %s", summary(both))
	}
}

func TestComparisonIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		old, new string
		want     evctl.Verdict
	}{
		"smallest event of 2^60 parts": {doubling(60, `"int"`), doubling(60, `"string"`), evctl.Incompatible},
		"a fixed of a gigabyte":        {record("R", field("a", `{"type": "fixed", "name": "F", "size": 1073741824}`)), record("R", field("a", `"int"`)), evctl.Incompatible},
		"unions of 5000 names":         {names(5000, "a"), names(5000, "b"), evctl.Undecided},
		"a scale of 2^31":              {huge("1"), huge("2147483647"), evctl.Compatible},
		"2000 reasons":                 {fields(2000, `"int"`), fields(2000, `"string"`), evctl.Incompatible},
	} {
		start := time.Now()
		j := compare(t, test.old, test.new, evctl.Backward)
		if j.Verdict != test.want || len(j.Findings) > 2*maxFindings+1 {
			t.Errorf("%s: %s with %d findings, want %s", name, j.Verdict, len(j.Findings), test.want)
		}
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("%s took %s", name, d)
		}
	}
}

// doubling declares records of which each holds the next one twice.
func doubling(n int, leaf string) string {
	inner := record("R0", field("a", leaf))
	for i := range n {
		inner = record(fmt.Sprint("R", i+1), field("a", inner), field("b", fmt.Sprintf(`"R%d"`, i)))
	}
	return inner
}

func huge(scale string) string {
	return `{"type": "bytes", "logicalType": "decimal", "precision": 2147483647, "scale": ` + scale + `}`
}

func names(n int, namespace string) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"type": "enum", "name": "%s%d.E", "symbols": ["X"]}`, namespace, i))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func fields(n int, typ string) string {
	var list []string
	for i := range n {
		list = append(list, field(fmt.Sprint("f", i), typ))
	}
	return record("R", list...)
}
