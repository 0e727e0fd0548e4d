package records

import (
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

const (
	avroEvent = `{"type":"record","name":"Event","fields":[{"name":"event_id","type":"string"},{"name":"event_type","type":["null","string"]},` +
		`{"name":"at","type":{"type":"long","logicalType":"timestamp-millis"}},{"name":"many","type":{"type":"array","items":"null"}},` +
		`{"name":"payload","type":{"type":"map","values":["bytes",{"type":"fixed","name":"F","size":2}]}}]}`
	protobufEvent = `syntax = "proto3"; message Other { } message Event { string event_id = 1; string event_type = 2; bytes payload = 3; map<string, Event> more = 4; }`
)

func decoder(t testing.TB, format evctl.Format, text string) func([]byte) ([]byte, error) {
	t.Helper()
	decode, err := Decoder(&evctl.Schema{Format: format, File: "event" + format.Ext(), Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return decode
}

func TestDecoder(t *testing.T) {
	for _, test := range []struct {
		format          evctl.Format
		schema          string
		value           string
		want, wantError string
	}{
		{evctl.Avro, avroEvent, "\x02a\x02\x02b\x00\x00\x00", `{"event_id":"a","event_type":"b","at":"1970-01-01T00:00:00.000Z","many":[],"payload":{}}`, ""},
		{evctl.Avro, avroEvent, "\x02a\x02\x02b\x00\x00\x00\x00", "", "1 bytes follow the event"},
		{evctl.Avro, avroEvent, "\x02a\x04", "", "field event_type: branch 2 of a union of 2"},
		{evctl.Protobuf, protobufEvent, "\x02\x02\x0a\x01a\x12\x01b\x1a\x02{}", `{"event_id":"a","event_type":"b","payload":{}}`, ""},
		{evctl.Protobuf, protobufEvent, "\x00", "", "message [0] of the file is no event"},
		{evctl.Protobuf, protobufEvent, "\x02\x0e", "", "message [7] of the file is no event"},
		{evctl.Protobuf, protobufEvent, "", "", "message indexes: the value ends within them"},
	} {
		got, err := decoder(t, test.format, test.schema)([]byte(test.value))
		if string(got) != test.want && err == nil || (err == nil) != (test.wantError == "") || err != nil && err.Error() != test.wantError {
			t.Errorf("%q: got %s, %v, want %s%s", test.value, got, err, test.want, test.wantError)
		}
	}
	for format, text := range map[evctl.Format]string{evctl.Avro: `"string"`, evctl.Protobuf: `syntax = "proto3"; message A { string event_id = 1; }`, evctl.JSON: "{}"} {
		if decoder(t, format, text) != nil {
			t.Errorf("%s: it is no schema of events", text)
		}
	}
	if _, err := Decoder(&evctl.Schema{Format: evctl.Avro, Text: []byte("{")}); err == nil {
		t.Error("no schema: no error")
	}
}

// FuzzDecoder looks for panics, and for events that are no JSON.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte("\x02a\x02\x02b\x00\x00\x00"))
	f.Add([]byte("\x02\x02\x0a\x01a\x12\x01b\x1a\x02{}"))
	inAvro, inProtobuf := decoder(f, evctl.Avro, avroEvent), decoder(f, evctl.Protobuf, protobufEvent)
	f.Fuzz(func(t *testing.T, value []byte) {
		for _, decode := range []func([]byte) ([]byte, error){inAvro, inProtobuf} {
			event, err := decode(value)
			if err != nil {
				continue
			}
			if _, err := jsondoc.Parse("event", event); err != nil {
				t.Errorf("%x: %s: %v", value, event, err)
			}
		}
	})
}
