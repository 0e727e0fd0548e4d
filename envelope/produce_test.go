package envelope_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

func TestMarshalStampsAndValidates(t *testing.T) {
	v := validator(t, envelope.Options{})
	e := &envelope.Envelope{EventType: "order.paid", SchemaVersion: 1, AggregateType: "order", AggregateID: "o_1", AggregateVersion: 1,
		Producer: "orders", CorrelationID: "c", Payload: json.RawMessage(`{"order":"o_1","amount_minor":7}`)}
	event, err := v.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(e.EventID) || e.OccurredAt.Time().IsZero() {
		t.Errorf("stamped %q, %v", e.EventID, e.OccurredAt)
	}
	again, err := v.Marshal(e)
	if err != nil || string(again) != string(event) {
		t.Errorf("the same event again: %s, %v; want %s", again, err, event)
	}
	e.Payload = json.RawMessage(`{"order":"o_1"}`)
	var invalid *envelope.InvalidError
	if _, err := v.Marshal(e); !errors.As(err, &invalid) {
		t.Errorf("without an amount: %v", err)
	}
	if err := v.ValidateEnvelope(e); !errors.As(err, &invalid) {
		t.Errorf("ValidateEnvelope without an amount: %v", err)
	}
}

func TestEventIDsAreInOrder(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := envelope.NewEventID()
		if seen[id] {
			t.Fatalf("%s twice", id)
		}
		seen[id] = true
	}
}

func TestBundle(t *testing.T) {
	files := fstest.MapFS{
		"events/order.paid/1.json": {Data: []byte(`{"type":"object"}`)},
		"events/order.paid/2.json": {Data: []byte(`{"type":"object","properties":{"a":{"$ref":"../types/id.json"}}}`)},
		"events/types/id.json":     {Data: []byte(`{"type":"string"}`)},
		"events/README.md":         {Data: []byte(`left out`)},
	}
	options := envelope.Options{
		Semantics: evctl.Semantics{Policy: evctl.Strict, AssertFormats: true, Draft: "2020-12", Level: evctl.Wire}, Registry: "events", Version: 2, MaxBytes: 1000,
		Policies: map[string]evctl.Policy{"order.paid": evctl.Lenient}, Rules: map[string]evctl.Severity{"envelope/event-id-v7": evctl.Off},
	}
	bundle, err := envelope.WriteBundle(files, options)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := envelope.WriteBundle(files, options); err != nil || string(again) != string(bundle) {
		t.Errorf("two bundles of the same schemas differ, %v", err)
	}
	source, err := envelope.FromBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	versions, err := source.Versions(t.Context(), "order.paid")
	if err != nil || len(versions) != 2 || len(versions[1].Refs) != 1 {
		t.Errorf("read %v, %v", versions, err)
	}
	if got := source.Options(); !reflect.DeepEqual(got, options) {
		t.Errorf("packed with %+v, got %+v", options, got)
	}
	changed := []byte(strings.Replace(string(bundle), "events/order.paid/1.json", "events/order.lost/1.json", -1))
	if _, err := envelope.FromBundle(changed); err == nil || !strings.Contains(err.Error(), "pack it again") {
		t.Errorf("a changed bundle: %v", err)
	}
	if _, err := envelope.FromBundle([]byte("no zip")); err == nil {
		t.Error("no bundle: no error")
	}
}

func TestRefreshSwapsAllAtOnce(t *testing.T) {
	schemas := func(text string) *envelope.Files {
		source, err := envelope.FromFS(fstest.MapFS{"events/order.paid/1.json": {Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		return source
	}
	wants, any := schemas(`{"type":"object","required":["order"],"properties":{"order":{}}}`), schemas(`{"type":"object"}`)
	v, err := envelope.NewValidator(t.Context(), wants, envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	event := orderPaid("1", `{}`)
	if v.Validate(event) == nil {
		t.Fatal("the first schema wants an order")
	}
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			for range 20 {
				v.Validate(event)
				v.Validate(orderPaid("1", `{"order":1}`))
			}
		})
	}
	for range 10 {
		if err := v.Refresh(t.Context(), any); err != nil {
			t.Error(err)
		}
	}
	group.Wait()
	if err := v.Validate(event); err != nil {
		t.Errorf("after a refresh: %v", err)
	}
	if v.Refresh(t.Context(), any, "order.lost") == nil {
		t.Error("a subject that is not there: no error")
	}
	if err := v.Validate(event); err != nil {
		t.Errorf("a refresh that failed has changed something: %v", err)
	}
}
