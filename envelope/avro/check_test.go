package avro

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

const order = `{"type": "record", "name": "Order", "fields": [
	{"name": "id", "type": "string"},
	{"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
		{"name": "sku", "type": "string"}, {"name": "count", "type": "int"}, {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}}]}}},
	{"name": "note", "type": ["null", "string"]},
	{"name": "by", "type": {"type": "map", "values": "boolean"}}]}`

func program(t testing.TB, text string) *Program {
	t.Helper()
	p, err := Compile(&evctl.Schema{Format: evctl.Avro, File: "a.avsc", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Each datum is spelt field by field.
func TestCheck(t *testing.T) {
	const nulls, list = `{"type": "array", "items": "null"}`, `{"type": "record", "name": "L", "fields": [{"name": "tail", "type": ["null", "L"]}]}`
	for _, tc := range []struct{ name, schema, data, want string }{
		{"valid", order, "0261 02 0278 0a 02 00 02 026e 02 026b 01 00", ""},
		{"a block with its size", order, "0261 01 08 0278 0a 02 00 00 00", ""},
		{"two blocks", `{"type": "array", "items": "int"}`, "02 02 02 04 00", ""},
		{"a wrong block size", order, "0261 01 0a 0278 0a 02 00 00 00", "byte 4: a block of 4 bytes, its size says 5 /lines"},
		{"a symbol out of range", order, "0261 02 0278 0a 04 00 00 00", "byte 6: symbol 2 of enum Kind, which has 2 /lines/0/kind"},
		{"a branch out of range", order, "0261 00 04", "byte 3: branch 2 of a union, which has 2 /note"},
		{"a negative branch", order, "0261 00 01", "byte 3: branch -1 of a union, which has 2 /note"},
		{"no boolean", order, "0261 00 00 02 026b 02 00", "byte 7: byte 0x02 is no boolean, want 0 or 1 /by/k"},
		{"no UTF-8", order, "02ff", "byte 1: a string that is not UTF-8 /id"},
		{"a key that is no UTF-8", order, "0261 00 00 02 02ff 01 00", "byte 6: a string that is not UTF-8 /by"},
		{"a length beyond the end", order, "0a61", "byte 0: a length of 5, 1 bytes are left /id"},
		{"a negative length", order, "0161", "byte 0: a length of -1, 1 bytes are left /id"},
		{"cut", order, "0261 02 0278", "byte 5: the bytes end within a number /lines/0/count"},
		{"trailing", order, "0261 00 00 00 00", "byte 5: 1 bytes follow the datum"},
		{"empty", order, "", "byte 0: the bytes end within a number /id"},
		{"an int of 33 bits", `"int"`, "8080808020", "byte 0: 4294967296 is no int of 32 bits"},
		{"the smallest long", `"long"`, "ffffffffffffffffff01", ""},
		{"a long of 65 bits", `"long"`, "ffffffffffffffffff02", "byte 0: a number of more than 64 bits"},
		{"floats", `{"type": "array", "items": "double"}`, "02 0000000000000000 00", ""},
		{"a cut float", `"float"`, "000000", "byte 0: the bytes end within float"},
		{"a cut fixed", `{"type": "fixed", "name": "F", "size": 4}`, "0000", "byte 0: the bytes end within fixed F"},
		{"many nulls", nulls, "80b518 00", "byte 0: a block of more items than bytes or the limit of 100000 items without any allow"},
		{"nulls", nulls, "c09a0c 00", ""},
		{"the smallest count", nulls, "ffffffffffffffffff01 02 00", "byte 0: a block of more items than bytes or the limit of 100000 items without any allow"},
		{"more items than bytes", `{"type": "array", "items": "int"}`, "20 00", "byte 0: a block of more items than bytes or the limit of 100000 items without any allow"},
		{"deep", list, strings.Repeat("02", 300), "byte 100: nested deeper than 200 " + strings.Repeat("/tail", 101)},
	} {
		got := ""
		if fault := program(t, tc.schema).Check(unhex(t, tc.data)); fault != nil {
			got = strings.TrimSpace(fault.Error() + " " + fault.Path())
		}
		if got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

func TestCheckDoesNotAllocate(t *testing.T) {
	p, data := program(t, order), unhex(t, "0261 02 0278 0a 02 00 02 026e 02 026b 01 00")
	if n := testing.AllocsPerRun(100, func() { p.Check(data) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Records of records of nulls, twice as many at each of 40 levels, are one step.
func TestNoBytesCostNoTime(t *testing.T) {
	schema := `"null"`
	for i := range 40 {
		name := string(rune('a'+i%26)) + string(rune('a'+i/26))
		inner := schema
		again := `"null"`
		if i > 0 {
			again = `"` + string(rune('a'+(i-1)%26)) + string(rune('a'+(i-1)/26)) + `"`
		}
		schema = `{"type": "record", "name": "` + name + `", "fields": [{"name": "x", "type": ` + inner + `}, {"name": "y", "type": ` + again + `}]}`
	}
	if fault := program(t, schema).Check(nil); fault != nil {
		t.Error(fault)
	}
}

func TestCompileSaysWhatIsWrong(t *testing.T) {
	_, err := Compile(&evctl.Schema{Format: evctl.Avro, File: "a.avsc", Text: []byte(`{"type": "recrd"}`)})
	if err == nil || !strings.Contains(err.Error(), "a.avsc:1:") {
		t.Errorf("got %v", err)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(order), unhex(f, "0261 02 0278 0a 02 00 02 026e 02 026b 01 00"))
	f.Add([]byte(`{"type": "array", "items": "null"}`), unhex(f, "80b518 00"))
	f.Fuzz(func(t *testing.T, schema, data []byte) {
		p, err := Compile(&evctl.Schema{Format: evctl.Avro, File: "a.avsc", Text: schema})
		if err != nil {
			return
		}
		if fault := p.Check(data); fault != nil && (fault.Offset < 0 || fault.Offset > len(data)) {
			t.Errorf("a fault at byte %d of %d", fault.Offset, len(data))
		}
	})
}
