// Package records holds containers of other authors against envelope/records.
package records

import (
	"bytes"
	"io"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/hamba/avro/v2"
	"github.com/hamba/avro/v2/ocf"

	"github.com/evctl/evctl/envelope/records"
)

func all(r io.Reader) (string, error) {
	opened, err := records.Open(r)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	text, err := io.ReadAll(opened)
	return string(text), err
}

const parcel = `{"type":"record","name":"Parcel","fields":[
	{"name":"event_id","type":{"type":"string","logicalType":"uuid"}},
	{"name":"aggregate_version","type":"long"},
	{"name":"writer_epoch","type":["null","long"]},
	{"name":"occurred_at","type":{"type":"long","logicalType":"timestamp-millis"}},
	{"name":"payload","type":["null","bytes","string",{"type":"record","name":"Body","fields":[
		{"name":"note","type":["null","string"]},
		{"name":"sizes","type":{"type":"array","items":"int"}},
		{"name":"tags","type":{"type":"map","values":"boolean"}},
		{"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}},
		{"name":"state","type":{"type":"enum","name":"State","symbols":["NEW","SENT"]}},
		{"name":"weight","type":"double"},
		{"name":"raw","type":{"type":"fixed","name":"Raw","size":3}}]}]}]}`

// written has hamba write a container.
func written(t testing.TB, schema string, codec ocf.CodecName, data ...any) string {
	var b bytes.Buffer
	w, err := ocf.NewEncoder(schema, &b, ocf.WithCodec(codec), ocf.WithBlockLength(2), ocf.WithEncoderSchemaCache(&avro.SchemaCache{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range data {
		if err := w.Encode(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func parcels() []any {
	record := func(version int64, epoch, payload any) any {
		return map[string]any{
			"event_id": "01938c22-0000-7c43-9b1e-000000000001", "aggregate_version": version, "writer_epoch": epoch,
			"occurred_at": time.UnixMilli(1772357400120), "payload": payload,
		}
	}
	body := map[string]any{"Body": map[string]any{
		"note": map[string]any{"string": "a \"b\" ü\n"}, "sizes": []any{1, -2}, "tags": map[string]any{"x": true},
		"price": big.NewRat(-1250, 100), "state": "SENT", "weight": 0.5, "raw": [3]byte{1, 2, 3},
	}}
	return []any{
		record(1, nil, map[string]any{"bytes": []byte(`{"b": 1, "a": "x"}`)}), record(2, map[string]any{"long": int64(7)}, body),
		record(3, nil, map[string]any{"string": `{"a":1}`}), record(4, nil, map[string]any{"bytes": []byte{0, 1}}), record(5, nil, nil),
	}
}

const parcelLines = `{"event_id":"01938c22-0000-7c43-9b1e-000000000001","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.120Z","payload":{"a":"x","b":1}}
{"event_id":"01938c22-0000-7c43-9b1e-000000000001","aggregate_version":2,"writer_epoch":7,"occurred_at":"2026-03-01T09:30:00.120Z","payload":{"note":"a \"b\" ü\n","sizes":[1,-2],"tags":{"x":true},"price":-12.50,"state":"SENT","weight":0.5,"raw":"AQID"}}
{"event_id":"01938c22-0000-7c43-9b1e-000000000001","aggregate_version":3,"occurred_at":"2026-03-01T09:30:00.120Z","payload":{"a":1}}
{"event_id":"01938c22-0000-7c43-9b1e-000000000001","aggregate_version":4,"occurred_at":"2026-03-01T09:30:00.120Z","payload":"AAE="}
{"event_id":"01938c22-0000-7c43-9b1e-000000000001","aggregate_version":5,"occurred_at":"2026-03-01T09:30:00.120Z"}
`

func TestContainer(t *testing.T) {
	for _, codec := range []ocf.CodecName{ocf.Null, ocf.Deflate, ocf.Snappy, ocf.ZStandard} {
		file := written(t, parcel, codec, parcels()...)
		if got, err := all(iotest.HalfReader(strings.NewReader(file))); err != nil || got != parcelLines {
			t.Errorf("%s: %v\n%s", codec, err, got)
		}
		for end := range len(file) - 1 { // cut short anywhere, only whole lines come
			got, err := all(strings.NewReader(file[:end+1]))
			if end > 3 && !strings.HasPrefix(parcelLines, got) {
				t.Fatalf("%s, cut at %d: %v\n%s", codec, end, err, got)
			}
		}
	}
}
