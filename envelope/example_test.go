package envelope_test

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"time"

	"github.com/evctl/evctl/envelope"
)

//go:embed testdata/schemas
var embedded embed.FS

// A producer loads its schemas when it starts, and asks before each insert. An
// error ends the transaction: neither the change nor the event is committed.
func ExampleValidator_Validate() {
	schemas, err := fs.Sub(embedded, "testdata/schemas")
	if err != nil {
		log.Fatal(err)
	}
	source, err := envelope.FromFS(schemas)
	if err != nil {
		log.Fatal(err)
	}
	validator, err := envelope.NewValidator(context.Background(), source, envelope.Options{Registry: "events"})
	if err != nil {
		log.Fatal(err)
	}

	publish := func(payload string) error {
		event, err := json.Marshal(envelope.Envelope{
			EventID: "01938c22-10aa-7c43-9b1e-0242ac120002", EventType: "order.paid",
			SchemaVersion: 1, SchemaRef: "events/order.paid@1",
			AggregateType: "order", AggregateID: "o_77", AggregateVersion: 2,
			WriterEpoch: 1, OriginRegion: "eu-west-1",
			OccurredAt: envelope.Timestamp(time.Date(2026, 3, 1, 10, 30, 0, 125e6, time.FixedZone("CET", 3600))),
			Producer:   "order-service", CorrelationID: "req_5",
			Payload: json.RawMessage(payload),
		})
		if err != nil {
			return err
		}
		if err := validator.Validate(event); err != nil {
			return err
		}
		fmt.Println("INSERT INTO outbox (id, aggregateid, payload) VALUES …") // in the transaction of the change
		return nil
	}

	fmt.Println(publish(`{"order": "o_77", "amount_minor": 4200}`))
	var invalid *envelope.InvalidError
	if errors.As(publish(`{"order": "o_77", "amount_minor": "42.00", "total": 42}`), &invalid) {
		for _, f := range invalid.Findings() {
			fmt.Printf("%s: %s\n", f.Path, f.Message)
		}
	}
	// Output:
	// INSERT INTO outbox (id, aggregateid, payload) VALUES …
	// <nil>
	// /payload/amount_minor: events/order.paid@1: found string "42.00", want integer
	// /payload/total: the producer writes "total", events/order.paid@1 does not know that name
}

// A service that runs already observes first: nothing is refused, and what would
// be is told.
func ExampleOptions_observe() {
	schemas, err := fs.Sub(embedded, "testdata/schemas")
	if err != nil {
		log.Fatal(err)
	}
	source, err := envelope.FromFS(schemas)
	if err != nil {
		log.Fatal(err)
	}
	validator, err := envelope.NewValidator(context.Background(), source, envelope.Options{
		Mode:     envelope.Observe,
		Observer: func(j envelope.Judgement) { fmt.Println(j.Result(), j.Subject, j.Rule()) },
	})
	if err != nil {
		log.Fatal(err)
	}
	_, err = validator.Marshal(&envelope.Envelope{
		EventType: "order.paid", SchemaVersion: 1, AggregateType: "order", AggregateID: "o_77", AggregateVersion: 2,
		Producer: "order-service", CorrelationID: "req_5", Payload: json.RawMessage(`{"order": "o_77"}`),
	})
	fmt.Println(err)
	// Output:
	// observed order.paid envelope/payload-valid
	// <nil>
}
