package records

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/records"
	"github.com/evctl/evctl/internal/protobuf"
)

const parcelProto = `syntax = "proto3";
package shop;
import "google/protobuf/timestamp.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/wrappers.proto";
import "shop/state.proto";
message Event {
  string event_id = 1;
  string event_type = 2;
  uint32 schema_version = 3;
  string aggregate_type = 4;
  string aggregate_id = 5;
  int64 aggregate_version = 6;
  google.protobuf.Int64Value writer_epoch = 7;
  google.protobuf.Timestamp occurred_at = 8;
  string producer = 9;
  optional string correlation_id = 10;
  oneof body {
    bytes payload = 11;
  }
}
message Typed { google.protobuf.Timestamp occurred_at = 1; Body payload = 2; repeated int64 extra = 3; }
message Free { google.protobuf.Struct payload = 1; }
message Body { int64 big_total = 1; State state = 2; map<string, bytes> raw = 3; double weight = 4; Body body = 5; }
`

const stateProto = `syntax = "proto3";
package shop;
enum State { NEW = 0; SENT = 1; }
`

func parcelType(t testing.TB, name string) protobuf.Message {
	t.Helper()
	file, err := protobuf.Compile(context.Background(), &evctl.Schema{
		File: "shop/event.proto", Format: evctl.Protobuf, Text: []byte(parcelProto),
		Refs: map[string]*evctl.Schema{"shop/state.proto": {File: "shop/state.proto", Text: []byte(stateProto)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := file.Typed("shop." + name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// message reads the text format into wire format.
func message(t testing.TB, of protobuf.Message, text string) *dynamicpb.Message {
	t.Helper()
	m := dynamicpb.NewMessage(of.Descriptor)
	if err := prototext.Unmarshal([]byte(text), m); err != nil {
		t.Fatal(err)
	}
	return m
}

// order is the text of an event, which is valid.
func order(version string) string {
	return `event_id: "01938c22-0000-7c43-9b1e-00000000000` + version + `" event_type: "order.paid" schema_version: 1 aggregate_type: "order" aggregate_id: "o-1"
		aggregate_version: ` + version + ` occurred_at { seconds: 1772357400 } producer: "shop" correlation_id: "" payload: "{\"b\": 1}"`
}

func TestMessageJSON(t *testing.T) {
	for _, c := range []struct{ of, text, want string }{
		{"Event", order("1"), `{"event_id":"01938c22-0000-7c43-9b1e-000000000001","event_type":"order.paid","schema_version":1,"aggregate_type":"order","aggregate_id":"o-1","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.000Z","producer":"shop","correlation_id":"","payload":{"b":1}}`},
		{"Event", `aggregate_version: 9223372036854775807 writer_epoch { value: -5 } payload: "\000\001"`, `{"aggregate_version":9223372036854775807,"writer_epoch":-5,"payload":"AAE="}`},
		{"Event", `occurred_at { seconds: 1772357400 nanos: 120000000 }`, `{"occurred_at":"2026-03-01T09:30:00.120Z"}`},
		{"Event", `occurred_at { seconds: 1772357400 nanos: 1 }`, `{"occurred_at":"2026-03-01T09:30:00.000000001Z"}`},
		{"Event", ``, `{}`},
		{"Typed", `payload { big_total: 9007199254740993 state: SENT raw { key: "a" value: "\001" } weight: 0.5 body {} } extra: [1, 2]`,
			`{"payload":{"big_total":"9007199254740993","state":"SENT","raw":{"a":"AQ=="},"weight":0.5,"body":{}},"extra":["1","2"]}`},
		{"Free", `payload { fields { key: "n" value { number_value: 3 } } fields { key: "b" value { list_value { values { null_value: 0 } } } } }`, `{"payload":{"b":[null],"n":3}}`},
	} {
		of := parcelType(t, c.of)
		data, err := proto.Marshal(message(t, of, c.text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := records.MessageJSON(of)(data)
		if err != nil || string(got) != c.want {
			t.Errorf("%s %s: %v\n got %s\nwant %s", c.of, c.text, err, got, c.want)
		}
	}
	for bad, want := range map[string]string{
		"\x0a\x05ab":   "cannot parse invalid wire-format data",
		"\x0a\x01\xff": "field shop.Event.event_id contains invalid UTF-8",
		"\x42\x0a\x08\xff\xff\xff\xff\xff\xff\xff\xff\x7f": "field occurred_at: google.protobuf.Timestamp: seconds out of range 9223372036854775807",
	} {
		if got, err := records.MessageJSON(parcelType(t, "Event"))([]byte(bad)); err == nil || err.Error() != want {
			t.Errorf("%q was read as %s, %v, want %s", bad, got, err, want)
		}
	}
}

// Bytes nest messages for free; what the envelope can hold is told apart from what
// it cannot.
func TestMessagesNestSoDeep(t *testing.T) {
	nested := func(depth int) []byte {
		var data []byte
		for range depth {
			data = protowire.AppendBytes(protowire.AppendTag(nil, 5, protowire.BytesType), data)
		}
		return protowire.AppendBytes(protowire.AppendTag(nil, 2, protowire.BytesType), data)
	}
	convert := records.MessageJSON(parcelType(t, "Typed"))
	if _, err := convert(nested(99)); err != nil {
		t.Error(err)
	}
	if _, err := convert(nested(100)); err == nil || !strings.Contains(err.Error(), "recursion depth") {
		t.Errorf("got %v", err)
	}
}

// Two bytes make a message that takes hundreds when it is read: there are bounds to
// how many.
func TestMessagesAreCounted(t *testing.T) {
	file, err := protobuf.Compile(context.Background(), &evctl.Schema{File: "a.proto", Format: evctl.Protobuf,
		Text: []byte(`syntax = "proto3"; message Tree { repeated Tree payload = 1; map<string, Tree> named = 2; }`)})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := file.Typed("Tree")
	if err != nil {
		t.Fatal(err)
	}
	for unit, messages := range map[string]int{"\x0a\x00": 1, "\x0a\x02\x12\x00": 2, "\x0a\x02\x0a\x00": 2} {
		limit := 1 << 17 / messages
		if _, err := records.MessageJSON(tree)(bytes.Repeat([]byte(unit), limit)); err != nil {
			t.Errorf("%d of %q: %v", limit, unit, err)
		}
		before := allocated()
		_, err := records.MessageJSON(tree)(bytes.Repeat([]byte(unit), 900_000/len(unit)))
		if taken := allocated() - before; err == nil || err.Error() != "more than 131072 messages in one" || taken > 4<<20 {
			t.Errorf("%q: %v, %d bytes taken", unit, err, taken)
		}
	}
}

// delimited has the library write a file.
func delimited(t testing.TB, texts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	options := protodelim.MarshalOptions{MarshalOptions: proto.MarshalOptions{Deterministic: true}}
	for _, text := range texts {
		if _, err := options.MarshalTo(&b, message(t, parcelType(t, "Event"), text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestMessages(t *testing.T) {
	file := delimited(t, order("1"), "", order("2"))
	read := func(file []byte, limit int) (offsets []int64, err error) {
		next := records.Messages(bytes.NewReader(file), limit)
		for at := int64(0); ; {
			r, err := next()
			if err != nil {
				return offsets, err
			}
			if r.Offset != at || r.Line != len(offsets)+1 || r.Last != (r.Next == int64(len(file))) {
				t.Fatalf("record %+v at %d", r, at)
			}
			at = r.Next
			offsets = append(offsets, r.Offset)
		}
	}
	whole, err := read(file, 1000)
	if err != io.EOF || len(whole) != 3 {
		t.Fatalf("%d messages, %v", len(whole), err)
	}
	for end := range file { // cut short anywhere, all messages before come
		offsets, err := read(file[:end], 1000)
		if between := end == 0 || end == int(whole[1]) || end == int(whole[2]); between != (err == io.EOF) || len(offsets) > 2 {
			t.Fatalf("cut at %d: %d messages, %v", end, len(offsets), err)
		}
	}
	for text, want := range map[string]string{
		string(file[:whole[1]]) + "\xff\xff\xff\xff\x0f":   "message 2, at byte 93: its length of 4294967295 bytes is over the limit of 1000",
		"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02":         "message 1, at byte 0: its length is no varint of 64 bits",
		"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f": "message 1, at byte 0: its length is no varint of 64 bits",
		"\x05ab": "message 1, at byte 0: unexpected EOF",
	} {
		if _, err := read([]byte(text), 1000); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// folder holds .proto files and a file of messages: two valid ones, one with bytes
// that are no message between them, and one whose order is wrong.
func folder(t *testing.T) (dir string, file []byte) {
	dir = t.TempDir()
	for name, text := range map[string]string{"proto/shop/event.proto": parcelProto, "proto/shop/state.proto": stateProto} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file = append(delimited(t, order("1")), "\x03\x0a\x05a"...)
	return dir, append(file, delimited(t, order("2"), order("4"))...)
}

func validate(t *testing.T, v ci.Validation, name string, text []byte) (report.Report, error) {
	t.Helper()
	v.Role = envelope.Writer()
	v.Inputs = []ci.Events{{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}}
	return ci.Validate(context.Background(), nil, v)
}

func TestValidateMessages(t *testing.T) {
	dir, file := folder(t)
	t.Chdir(dir)
	of := ci.MessageType{File: "proto/shop/event.proto", Name: "shop.Event"}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(file)
	w.Close()
	for name, text := range map[string][]byte{"a.binpb": file, "a.pb.gz": packed.Bytes(), "stdin": file} {
		r, err := validate(t, ci.Validation{Messages: of}, name, text)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range r.Findings {
			found = append(found, f.Rule+" "+f.Position.String())
		}
		want := "envelope/event-json " + name + ":2:1, envelope/version-gap " + name + ":4:"
		if got := strings.Join(found, ", "); !strings.HasPrefix(got, want) || len(found) != 2 || r.Families[0].Counts["events"] != 4 {
			t.Errorf("%s: got %s of %v, want %s", name, got, r.Families[0].Counts, want)
		}
	}
	limited, err := validate(t, ci.Validation{Messages: of, Limit: 2}, "a.binpb", file)
	if err != nil || !strings.Contains(strings.Join(limited.Notes, "\n"), "--offset 97 goes on there") {
		t.Errorf("%v, notes %q", err, limited.Notes)
	}
	rest, err := validate(t, ci.Validation{Messages: of, Offset: 97}, "a.binpb", file)
	if err != nil || rest.Families[0].Counts["events"] != 2 || len(rest.Findings) != 1 || rest.Findings[0].Position.Line != 4 {
		t.Errorf("%v, from there on %v, %v", err, rest.Families[0].Counts, rest.Findings)
	}
	if _, err := validate(t, ci.Validation{}, "a.binpb", file); err == nil || !strings.Contains(err.Error(), "of which type is not known") {
		t.Errorf("without a type: %v", err)
	}
	if _, err := validate(t, ci.Validation{Messages: ci.MessageType{File: of.File, Name: "shop.Nothing"}}, "a.binpb", file); err == nil || !strings.Contains(err.Error(), "no message shop.Nothing") {
		t.Errorf("another type: %v", err)
	}
}

// The same events as protoc writes them, read by the descriptors that protoc writes.
func TestMessagesOfProtoc(t *testing.T) {
	protoc, err := exec.LookPath("protoc")
	if err != nil {
		t.Skip("no protoc: apt-get install protobuf-compiler")
	}
	dir, want := folder(t)
	run := func(stdin string, args ...string) []byte {
		t.Helper()
		cmd := exec.Command(protoc, append([]string{"-I", filepath.Join(dir, "proto")}, args...)...)
		cmd.Stdin = strings.NewReader(stdin)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	var file []byte
	for _, version := range []string{"1", "2", "4"} {
		text := run(order(version), "--encode=shop.Event", "shop/event.proto")
		file = append(binary.AppendUvarint(file, uint64(len(text))), text...)
	}
	if got := bytes.ReplaceAll(want, []byte("\x03\x0a\x05a"), nil); !bytes.Equal(file, got) {
		t.Errorf("protoc writes %q, protodelim %q", file, got)
	}
	set := filepath.Join(dir, "set.binpb")
	run("", "--include_imports", "--descriptor_set_out="+set, "shop/event.proto")
	r, err := validate(t, ci.Validation{Messages: ci.MessageType{File: set, Name: "shop.Event"}}, "a.binpb", file)
	if err != nil || r.Families[0].Counts["events"] != 3 || len(r.Findings) != 1 || r.Findings[0].Rule != "envelope/version-gap" {
		t.Errorf("%v: %v", err, r.Findings)
	}
}

// FuzzMessages holds the reader to its limits: no panic, and no record longer than
// the file.
func FuzzMessages(f *testing.F) {
	f.Add(delimited(f, order("1"), "", order("2")))
	f.Add([]byte("\x06\x52\x02\x08\x01\x52\x00"))
	convert := []func([]byte) ([]byte, error){records.MessageJSON(parcelType(f, "Event")), records.MessageJSON(parcelType(f, "Typed")), records.MessageJSON(parcelType(f, "Free"))}
	f.Fuzz(func(t *testing.T, file []byte) {
		next := records.Messages(bytes.NewReader(file), 1000)
		for at := int64(0); ; {
			r, err := next()
			if err != nil {
				return
			}
			if r.Offset != at || r.Next <= at || r.Next > int64(len(file)) {
				t.Fatalf("record %+v at %d of %d", r, at, len(file))
			}
			at = r.Next
			for _, c := range convert {
				if text, err := c(r.Text); err == nil && (len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}') {
					t.Fatalf("%q became %s", r.Text, text)
				}
			}
		}
	})
}
