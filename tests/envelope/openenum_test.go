package envelope

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat"
	"github.com/evctl/evctl/envelope"
)

// An open enum grows: the compatibility check, the producer's validator and the
// consumer's must say the same of it.
const (
	openEnum1 = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["by"],
		"properties":{"by":{"type":"string","x-extensible-enum":["card"]}}}`
	openEnum2 = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["by"],
		"properties":{"by":{"type":"string","x-extensible-enum":["card","wallet"]}}}`
)

func openEnums(t *testing.T) *envelope.Validator {
	source, err := envelope.FromFS(fstest.MapFS{
		"events/order.paid/1.json": {Data: []byte(openEnum1)},
		"events/order.paid/2.json": {Data: []byte(openEnum2)},
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(context.Background(), source, envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func paid(version, by string) []byte {
	return []byte(`{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"order.paid","schema_version":` + version +
		`,"aggregate_type":"order","aggregate_id":"o_1","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z",` +
		`"producer":"order-service","correlation_id":"req_1","payload":{"by":` + by + `}}`)
}

func TestOpenEnumHoldsProducers(t *testing.T) {
	v := openEnums(t)
	for _, test := range []struct {
		version, by string
		valid       bool
	}{
		{"1", `"card"`, true}, {"1", `"wallet"`, false}, {"2", `"wallet"`, true}, {"2", `"cash"`, false}, {"2", `1`, false},
	} {
		if err := v.Validate(paid(test.version, test.by)); (err == nil) != test.valid {
			t.Errorf("version %s writes %s: %v", test.version, test.by, err)
		}
	}
}

func TestOpenEnumFreesConsumers(t *testing.T) {
	v := openEnums(t)
	reader := envelope.Reader(evctl.SchemaRef{Registry: "events", Subject: "order.paid", Version: 1})
	for _, test := range []struct {
		by    string
		valid bool
	}{{`"card"`, true}, {`"wallet"`, true}, {`"cash"`, true}, {`1`, false}} {
		if err := v.ValidateAs(reader, paid("2", test.by)); (err == nil) != test.valid {
			t.Errorf("version 1 reads %s: %v", test.by, err)
		}
	}
}

func TestOpenEnumMayGrow(t *testing.T) {
	version := func(n int, text string) *evctl.Schema {
		return &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: "order.paid", Version: n}, Format: evctl.JSON, Text: []byte(text)}
	}
	closed := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["by"],"properties":{"by":{"enum":["card"]}}}`
	for _, test := range []struct {
		old, new string
		want     evctl.Verdict
	}{
		{openEnum1, openEnum2, evctl.Compatible}, {openEnum2, openEnum1, evctl.Compatible},
		{closed, openEnum1, evctl.Compatible}, {closed, openEnum2, evctl.Incompatible},
	} {
		j, err := compat.New().Decide(context.Background(), evctl.Change{
			Old: []*evctl.Schema{version(1, test.old)}, New: version(2, test.new), Mode: evctl.FullAll})
		if err != nil || j.Verdict != test.want {
			t.Errorf("%s → %s: %s, %v, want %s", test.old, test.new, j.Verdict, err, test.want)
		}
	}
}
