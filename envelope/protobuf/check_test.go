package protobuf

import (
	"context"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
)

const modern = `syntax = "proto3";
enum Kind { NONE = 0; A = 1; B = 5; }
message Order {
  string id = 1;
  repeated Line lines = 2;
  map<string, int32> counts = 3;
  oneof by { string user = 4; bytes machine = 5; }
  repeated sint64 deltas = 6;
  fixed32 small = 7; double large = 8; bool paid = 9; Kind kind = 10;
  repeated Kind kinds = 11;
  Order parent = 100;
  repeated fixed64 marks = 12;
  uint32 unsigned = 13;
}
message Line { string sku = 1; int32 count = 2; message Deep { Line line = 1; } Deep deep = 3; }
`

const old = `syntax = "proto2";
message Order {
  required string id = 1;
  optional group Note = 2 { required int32 size = 1; }
  optional Line line = 3;
  map<int32, Line> lines = 4;
  repeated int64 plain = 5;
  extensions 200 to 210;
}
message Line { required string sku = 1; optional Line next = 2; }
`

func program(t testing.TB, text string) *Program {
	t.Helper()
	p, err := Compile(context.Background(), &evctl.Schema{Format: evctl.Protobuf, File: "a.proto", Text: []byte(text)})
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

func TestCheck(t *testing.T) {
	for _, tc := range []struct{ name, schema, data, writer, reader string }{
		{"valid", modern, "0a0161 1203 0a0178 1a05 0a016b 1002 3202 0102", "", ""},
		{"empty", modern, "", "", ""},
		{"a field that is not declared", modern, "9203 0101", "byte 0: Order does not declare field 50", ""},
		{"one within", modern, "12022001", "byte 2: Line does not declare field 4 /lines", ""},
		{"no UTF-8", modern, "0a01ff", "byte 2: a string that is not UTF-8 /id", "byte 2: a string that is not UTF-8 /id"},
		{"no UTF-8, not verified", old, "0a01ff", "", ""},
		{"a value that is not declared", modern, "5002", "byte 1: Kind does not declare value 2 /kind", ""},
		{"one packed", modern, "5a020501 5a0103", "byte 6: Kind does not declare value 3 /kinds", ""},
		{"no bool", modern, "4802", "byte 1: 2 is no bool, want 0 or 1 /paid", ""},
		{"more than 32 bits", modern, "68ffffffff7f", "byte 1: 34359738367 is no number of 32 bits /unsigned", ""},
		{"another wire type", modern, "0801", "byte 0: wire type 0, want 2 /id", ""},
		{"unpacked", modern, "3001", "", ""},
		{"packed where it is not the default", old, "0a0161 2a020102", "", ""},
		{"cut", modern, "0a0561", "byte 1: a length of 5, 1 bytes are left /id", "byte 1: a length of 5, 1 bytes are left /id"},
		{"cut within a fixed", modern, "3d0000", "byte 1: the bytes end within a number of 4 bytes /small", "byte 1: the bytes end within a number of 4 bytes /small"},
		{"a cut packed fixed", modern, "620400000000", "byte 2: the bytes end within a number of 8 bytes /marks", "byte 2: the bytes end within a number of 8 bytes /marks"},
		{"field 0", modern, "0001", "byte 0: field number 0", "byte 0: field number 0"},
		{"wire type 7", old, "0a0161 c70c00", "byte 5: wire type 7", "byte 5: wire type 7"},
		{"an end without a start", modern, "0c", "byte 0: the end of group 1, which is not open", "byte 0: the end of group 1, which is not open"},
		{"a group", old, "0a0161 13 0805 14", "", ""},
		{"an open group", old, "0a0161 13 0805", "byte 6: the bytes end within group 2 /note", "byte 6: the bytes end within group 2 /note"},
		{"a required field", old, "", "byte 0: Order lacks its required field id", "byte 0: Order lacks its required field id"},
		{"one within", old, "0a0161 1a00", "byte 5: Line lacks its required field sku", "byte 5: Line lacks its required field sku"},
		{"one that comes with the second half", old, "0a0161 1a00 1a030a0173", "", ""},
		{"an entry without a value", old, "0a0161 22020801", "byte 7: Order.LinesEntry lacks its required field value", "byte 7: Order.LinesEntry lacks its required field value"},
		{"an extension", old, "0a0161 c20c0101", "", ""},
		{"deep", modern, nested(120), "byte 380: nested deeper than 100" + strings.Repeat("/parent", 101), "byte 380: nested deeper than 100" + strings.Repeat("/parent", 101)},
	} {
		p, data := program(t, tc.schema), unhex(t, tc.data)
		for role, want := range []string{Reader: tc.reader, Writer: tc.writer} {
			got := ""
			if f := p.Check(data, Role(role)); f != nil {
				got = f.Error() + " " + f.Path()
			}
			if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
				t.Errorf("%s, role %d:\n got %s\nwant %s", tc.name, role, got, want)
			}
		}
	}
}

// nested holds so many messages in each other's field 100.
func nested(levels int) string {
	var b []byte
	for range levels {
		length := []byte{byte(len(b))}
		if len(b) > 127 {
			length = []byte{byte(len(b)) | 0x80, byte(len(b) >> 7)}
		}
		b = slices.Concat([]byte{0xa2, 0x06}, length, b)
	}
	return hex.EncodeToString(b)
}

func TestCheckDoesNotAllocate(t *testing.T) {
	p, data := program(t, modern), unhex(t, "0a0161 1203 0a0178 1a05 0a016b 1002 3202 0102")
	if n := testing.AllocsPerRun(100, func() { p.Check(data, Writer) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestLibraryAgrees mutates messages and asks the library whether it reads them.
func TestLibraryAgrees(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for text, example := range map[string]string{
		modern: `id: "a" lines {sku: "x" count: -1 deep {line {}}} counts {key: "k" value: 1} machine: "\001" deltas: [1, -2] small: 1 large: 2.5
			paid: true kind: B kinds: [A, B] marks: 1 parent {id: "é"} unsigned: 7`,
		old: `id: "a" Note {size: 1} line {sku: "s" next {sku: "t"}} lines {key: 1 value {sku: "u"}} plain: [1, 2]`,
	} {
		p := program(t, text)
		m := dynamicpb.NewMessage(p.descriptor)
		if err := prototext.Unmarshal([]byte(example), m); err != nil {
			t.Fatal(err)
		}
		data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if f := p.Check(data, Writer); f != nil {
			t.Fatalf("the example: %v %s", f, f.Path())
		}
		for range 100_000 {
			agree(t, p, mutate(random, data))
		}
	}
}

func mutate(random *rand.Rand, data []byte) []byte {
	data = slices.Clone(data)
	for range 1 + random.IntN(3) {
		at := random.IntN(len(data))
		switch random.IntN(4) {
		case 0:
			data[at] = byte(random.IntN(256))
		case 1:
			data[at] ^= 1 << random.IntN(8)
		case 2:
			data = slices.Insert(data, at, byte(random.IntN(256)))
		case 3:
			data = append(data, data[at:]...)
		}
	}
	return data
}

func agree(t *testing.T, p *Program, data []byte) {
	t.Helper()
	fault := p.Check(data, Reader)
	err, ok := library(p, data)
	if !ok {
		return
	}
	if fault == nil && err != nil || fault != nil && err == nil && !strings.Contains(fault.Message(), "nested deeper") {
		t.Fatalf("%x: checker %v, library %v", data, fault, err)
	}
	if p.Check(data, Writer) == nil && fault != nil {
		t.Fatalf("%x: the writer's half accepts what the reader's refuses: %v", data, fault)
	}
}

// library reports false where the library panics, see decodes.
func library(p *Program, data []byte) (err error, ok bool) {
	defer func() { ok = recover() == nil }()
	return proto.Unmarshal(data, dynamicpb.NewMessage(p.descriptor)), true
}

func FuzzCheck(f *testing.F) {
	programs := []*Program{program(f, modern), program(f, old)}
	f.Add(unhex(f, "0a0161 1203 0a0178 1a05 0a016b 1002 3202 0102"))
	f.Add(unhex(f, "0a0161 1a00 1a030a0173"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, p := range programs {
			agree(t, p, data)
		}
	})
}
