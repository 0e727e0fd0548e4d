package envelope_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

func samples() map[int]envelope.Envelope {
	one := envelope.Envelope{
		EventID: "01938c22-10aa-7c43-9b1e-0242ac120002", EventType: "parcel.shipped", SchemaVersion: 1,
		AggregateType: "parcel", AggregateID: "p_801", AggregateVersion: 3,
		OccurredAt: envelope.Timestamp(time.Date(2026, 3, 1, 9, 30, 0, 125999e3, time.UTC)),
		Producer:   "parcel-service", CorrelationID: "req_77", Payload: json.RawMessage(`{"weight_grams":1200}`),
	}
	two := one
	two.SchemaRef, two.WriterEpoch, two.OriginRegion = "events/parcel.shipped@1", 1, "eu-west-1"
	two.Traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	return map[int]envelope.Envelope{1: one, 2: two}
}

// published compiles the JSON Schema of a version.
func published(t *testing.T, version int) *jsonschema.Validator {
	text, err := envelope.Schema(version)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.Compile(&evctl.Schema{Format: evctl.JSON, File: "envelope.json", Text: text}, evctl.Semantics{AssertFormats: true})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTypeCheckAndSchemaAgree(t *testing.T) {
	checker := envelope.NewChecker(nil, envelope.Options{})
	for version, sample := range samples() {
		if got := sample.Version(); got != version {
			t.Errorf("version %d: Version() = %d", version, got)
		}
		text, err := json.Marshal(sample)
		if err != nil {
			t.Fatal(err)
		}
		if findings, err := checker.Check(context.Background(), "event", text); err != nil || len(findings) > 0 {
			t.Errorf("version %d: %v %v", version, findings, err)
		}
		doc, err := jsondoc.Parse("event", text)
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range []int{1, 2} {
			if err := published(t, other).Validate(doc.Root); (err == nil) != (other == version) {
				t.Errorf("version %d by the schema of %d: %v", version, other, err)
			}
		}
		var again envelope.Envelope
		if err := json.Unmarshal(text, &again); err != nil || again.OccurredAt.String() != "2026-03-01T09:30:00.125Z" {
			t.Errorf("version %d read back: %v %v", version, again, err)
		}
	}
}

func TestSchemaNamesTheFieldsOfTheType(t *testing.T) {
	for version := range samples() {
		text, err := envelope.Schema(version)
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties map[string]json.RawMessage
			Required   []string
		}
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		var required []string
		fields := reflect.TypeFor[envelope.Envelope]()
		known := 0
		for i := range fields.NumField() {
			name, omit, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
			later := slices.Contains([]string{"schema_ref", "writer_epoch", "origin_region"}, name)
			if later && version == 1 {
				continue
			}
			known++
			if _, ok := schema.Properties[name]; !ok {
				t.Errorf("version %d lacks %s", version, name)
			}
			if omit == "" || later {
				required = append(required, name)
			}
		}
		if known != len(schema.Properties) || !slices.Equal(required, schema.Required) {
			t.Errorf("version %d: the schema has %d properties and requires %q, the type %d and %q",
				version, len(schema.Properties), schema.Required, known, required)
		}
	}
	if _, err := envelope.Schema(3); err == nil {
		t.Error("there is a schema of version 3")
	}
}

func TestTimestampHasOneForm(t *testing.T) {
	zone := time.FixedZone("CET", 3600)
	if text, err := envelope.Timestamp(time.Date(2026, 1, 1, 0, 30, 0, 0, zone)).MarshalText(); err != nil || string(text) != "2025-12-31T23:30:00.000Z" {
		t.Errorf("got %s, %v", text, err)
	}
	if _, err := envelope.Timestamp(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)).MarshalText(); err == nil {
		t.Error("year 10000 has a form")
	}
	for _, text := range []string{"2026-03-01T09:30:00Z", "2026-03-01T09:30:00,125Z", "2026-03-01T24:00:00.000Z", ""} {
		if err := new(envelope.Timestamp).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("read %q", text)
		}
	}
}
