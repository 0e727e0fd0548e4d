package cli

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/hamba/avro/v2/ocf"
	"github.com/rogpeppe/go-internal/testscript"
)

// record is an event of version 1 as a producer of Avro might store it.
const record = `{"type":"record","name":"Event","fields":[
	{"name":"event_id","type":"string"},{"name":"event_type","type":"string"},{"name":"schema_version","type":"long"},
	{"name":"aggregate_type","type":"string"},{"name":"aggregate_id","type":"string"},{"name":"aggregate_version","type":"long"},
	{"name":"occurred_at","type":"string"},{"name":"producer","type":"string"},{"name":"correlation_id","type":"string"},
	{"name":"payload","type":"string"}]}`

type event struct {
	ID          string          `json:"event_id" avro:"event_id"`
	Type        string          `json:"event_type" avro:"event_type"`
	Schema      int64           `json:"schema_version" avro:"schema_version"`
	Kind        string          `json:"aggregate_type" avro:"aggregate_type"`
	Aggregate   string          `json:"aggregate_id" avro:"aggregate_id"`
	Version     int64           `json:"aggregate_version" avro:"aggregate_version"`
	Occurred    string          `json:"occurred_at" avro:"occurred_at"`
	Producer    string          `json:"producer" avro:"producer"`
	Correlation string          `json:"correlation_id" avro:"correlation_id"`
	Stored      string          `json:"-" avro:"payload"`
	Payload     json.RawMessage `json:"payload" avro:"-"`
}

// container NDJSON FILE writes events as an Avro object container file.
func container(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: container NDJSON FILE")
	}
	var out strings.Builder
	w, err := ocf.NewEncoder(record, &out, ocf.WithCodec(ocf.Deflate))
	ts.Check(err)
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var e event
		ts.Check(json.Unmarshal([]byte(line), &e))
		e.Stored = string(e.Payload)
		ts.Check(w.Encode(e))
	}
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(out.String()), 0o600))
}
