package envelope

import (
	"embed"
	"encoding/json"
	"fmt"
	"time"
)

// An Envelope is one event. The fields of version 2 are absent from an event of
// version 1 and required together in version 2.
type Envelope struct {
	EventID          string    `json:"event_id"`             // UUID, version 7; drawn once, kept when the event is sent again
	EventType        string    `json:"event_type"`           // order.paid: the subject of the schema
	SchemaVersion    int64     `json:"schema_version"`       // from 1
	SchemaRef        string    `json:"schema_ref,omitempty"` // version 2: registry/event_type@schema_version
	AggregateType    string    `json:"aggregate_type"`
	AggregateID      string    `json:"aggregate_id"`            // the key of the record, a string also for numeric keys
	AggregateVersion int64     `json:"aggregate_version"`       // from 1, gap-free for each aggregate and epoch
	WriterEpoch      int64     `json:"writer_epoch,omitempty"`  // version 2: from 1, raised by each failover
	OriginRegion     string    `json:"origin_region,omitempty"` // version 2
	OccurredAt       Timestamp `json:"occurred_at"`
	Producer         string    `json:"producer"` // the service that wrote the event
	CorrelationID    string    `json:"correlation_id"`
	Traceparent      string    `json:"traceparent,omitempty"` // W3C Trace Context
	// Payload is an object valid against the schema, or a base64 string if the
	// schema is Avro or Protobuf.
	Payload json.RawMessage `json:"payload"`
}

// Version returns 2 if any field of version 2 is set, else 1.
func (e *Envelope) Version() int {
	if e.SchemaRef != "" || e.WriterEpoch != 0 || e.OriginRegion != "" {
		return 2
	}
	return 1
}

// timestampLayout is RFC 3339 in UTC with milliseconds, the one form allowed.
const timestampLayout = "2006-01-02T15:04:05.000Z"

// A Timestamp is a time that is written in UTC with milliseconds. What is finer
// than a millisecond is cut off.
type Timestamp time.Time

// Time returns t as a time.Time.
func (t Timestamp) Time() time.Time { return time.Time(t) }

func (t Timestamp) String() string { return time.Time(t).UTC().Format(timestampLayout) }

// MarshalText writes the one form that an envelope allows.
func (t Timestamp) MarshalText() ([]byte, error) {
	if year := time.Time(t).UTC().Year(); year < 0 || year > 9999 {
		return nil, fmt.Errorf("year %d has no RFC 3339 form", year)
	}
	return []byte(t.String()), nil
}

// UnmarshalText reads that form and no other.
func (t *Timestamp) UnmarshalText(text []byte) error {
	parsed, err := parseTimestamp(string(text))
	*t = Timestamp(parsed)
	return err
}

//go:embed schema/v1.json schema/v2.json
var schemas embed.FS

// Schema returns the published JSON Schema (draft 2020-12) of a version of the
// envelope: 1 or 2. It says what JSON Schema can say; that schema_ref repeats
// event_type and schema_version, that a date exists and that integers carry no
// fraction (2.0) is checked by this package alone.
func Schema(version int) ([]byte, error) {
	if version != 1 && version != 2 {
		return nil, fmt.Errorf("the envelope has no version %d: want 1 or 2", version)
	}
	return schemas.ReadFile(fmt.Sprintf("schema/v%d.json", version))
}
