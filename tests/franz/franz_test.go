// Package franz runs the hook for franz-go in real clients, against kfake.
package franz

import (
	"context"
	"crypto/md5"
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/franz"
	"github.com/evctl/evctl/envelope/wire"
)

const (
	topic  = "orders.events"
	schema = `{"type":"object","properties":{"total":{"type":"integer"}}}`
)

// event returns order.paid; a total that is no integer is invalid.
func event(total string) []byte {
	return []byte(`{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"order.paid","schema_version":1,"aggregate_type":"order",` +
		`"aggregate_id":"o_1","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z","producer":"orders","correlation_id":"r",` +
		`"payload":{"total":` + total + `}}`)
}

func record(total string) *kgo.Record { return &kgo.Record{Topic: topic, Value: event(total)} }

func validator(t *testing.T, options envelope.Options) *envelope.Validator {
	t.Helper()
	source, err := envelope.FromFS(fstest.MapFS{"events/order.paid/1.json": {Data: []byte(schema)}, "events/order.lost/1.json": {Data: []byte("{}")}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(t.Context(), source, options)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// broker starts a cluster of one broker, and returns how to reach it.
func broker(t *testing.T) kgo.Opt {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, topic, "other"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	return kgo.SeedBrokers(cluster.ListenAddrs()...)
}

func client(t *testing.T, hook *franz.Hook, opts ...kgo.Opt) *franz.Client {
	t.Helper()
	c, err := franz.NewClient(hook, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// stored returns the values of a topic's records, of which there are n.
func stored(t *testing.T, at kgo.Opt, topic string, n int) []string {
	t.Helper()
	c, err := kgo.NewClient(at, kgo.ConsumeTopics(topic))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var values []string
	for len(values) < n && ctx.Err() == nil {
		c.PollFetches(ctx).EachRecord(func(r *kgo.Record) { values = append(values, string(r.Value)) })
	}
	return values
}

func isRefused(err error) bool {
	var invalid *envelope.InvalidError
	return errors.As(err, &invalid) && strings.HasPrefix(err.Error(), "refuse a record for topic "+topic+": ")
}

func TestInvalidRecordsAreNotProduced(t *testing.T) {
	at := broker(t)
	for _, test := range []struct {
		name string
		opts []kgo.Opt
	}{
		{"plain", nil},
		{"a default topic", []kgo.Opt{kgo.DefaultProduceTopic(topic)}},
		{"always the default topic", []kgo.Opt{kgo.DefaultProduceTopicAlways(), kgo.DefaultProduceTopic(topic)}},
		{"lingering", []kgo.Opt{kgo.ProducerLinger(50 * time.Millisecond)}},
		{"not idempotent", []kgo.Opt{kgo.DisableIdempotentWrite()}},
	} {
		c := client(t, &franz.Hook{Validator: validator(t, envelope.Options{})}, append(test.opts, at)...)
		results := c.ProduceSync(t.Context(), record("1"), record(`"1"`), record("2"), &kgo.Record{Topic: topic})
		refused := 0
		for _, r := range results {
			if isRefused(r.Err) {
				refused++
			} else if r.Err != nil {
				t.Errorf("%s: %v", test.name, r.Err)
			}
			if r.Record.Topic != topic {
				t.Errorf("%s: the record is of topic %q", test.name, r.Record.Topic)
			}
		}
		if len(results) != 4 || refused != 2 {
			t.Errorf("%s: %d of %d records were refused", test.name, refused, len(results))
		}
		for _, produce := range []func(context.Context, *kgo.Record, func(*kgo.Record, error)){c.Produce, c.TryProduce} {
			done := make(chan error, 1)
			produce(t.Context(), record("1.5"), func(_ *kgo.Record, err error) { done <- err })
			if err := <-done; !isRefused(err) {
				t.Errorf("%s: %v", test.name, err)
			}
			produce(t.Context(), record("1.5"), nil)
		}
		if err := c.Flush(t.Context()); err != nil || c.BufferedProduceRecords() != 0 {
			t.Errorf("%s: %d records are left, %v", test.name, c.BufferedProduceRecords(), err)
		}
	}
	for _, value := range stored(t, at, topic, 10) {
		if value != string(event("1")) && value != string(event("2")) {
			t.Errorf("stored %s", value)
		}
	}
}

// The client's own methods meet the hook as well.
func TestTheHookCannotBePassedBy(t *testing.T) {
	at := broker(t)
	c := client(t, &franz.Hook{Validator: validator(t, envelope.Options{})}, at)
	r := record("null")
	if err := c.Client.ProduceSync(t.Context(), r).FirstErr(); err == nil || !isRefused(franz.Refusal(r)) {
		t.Errorf("got %v because of %v", err, franz.Refusal(r))
	}
	r.Value = event("3") // mended, and produced again
	if err := c.Client.ProduceSync(t.Context(), r).FirstErr(); err != nil || franz.Refusal(r) != nil || r.Topic != topic {
		t.Errorf("mended: %v, %v, topic %s", err, franz.Refusal(r), r.Topic)
	}
	if got := stored(t, at, topic, 1); len(got) != 1 || got[0] != string(event("3")) {
		t.Errorf("stored %s", got)
	}
}

func TestTransactionsRefuseToo(t *testing.T) {
	c := client(t, &franz.Hook{Validator: validator(t, envelope.Options{})}, broker(t), kgo.TransactionalID("t"))
	if err := c.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	if err := c.ProduceSync(t.Context(), record("1")).FirstErr(); err != nil {
		t.Error(err)
	}
	if err := c.ProduceSync(t.Context(), record("{}")).FirstErr(); !isRefused(err) {
		t.Errorf("got %v", err)
	}
	if err := c.EndTransaction(t.Context(), kgo.TryAbort); err != nil {
		t.Error(err)
	}
}

func TestObservedAndSkippedRecordsPass(t *testing.T) {
	at, told := broker(t), new(atomic.Int64)
	observing := validator(t, envelope.Options{Mode: envelope.Observe, Observer: func(j envelope.Judgement) {
		if j.Rule() == "envelope/payload-valid" {
			told.Add(1)
		}
	}})
	if err := client(t, &franz.Hook{Validator: observing}, at).ProduceSync(t.Context(), record("[]")).FirstErr(); err != nil || told.Load() != 1 {
		t.Errorf("observed: %v, told %d times", err, told.Load())
	}
	skipping := &franz.Hook{Validator: validator(t, envelope.Options{}), Skip: func(r *kgo.Record) bool { return r.Topic == "other" }}
	c := client(t, skipping, at)
	if err := c.ProduceSync(t.Context(), &kgo.Record{Topic: "other", Value: []byte("no event")}).FirstErr(); err != nil {
		t.Error(err)
	}
	if err := c.ProduceSync(t.Context(), record("[]")).FirstErr(); !isRefused(err) {
		t.Errorf("got %v", err)
	}
}

// The header of a serializer must name the schema that the event names.
func TestHeadersOfSerializers(t *testing.T) {
	c := client(t, &franz.Hook{Validator: validator(t, envelope.Options{})}, broker(t))
	guid := func(text string) []byte {
		sum := md5.Sum([]byte(text))
		return append([]byte{1}, sum[:]...)
	}
	its, other := guid(schema), guid("{}")
	for name, test := range map[string]struct {
		headers []kgo.RecordHeader
		prefix  []byte
		refused bool
	}{
		"among the headers":         {headers: []kgo.RecordHeader{{Key: wire.Header, Value: its}}},
		"the last one counts":       {headers: []kgo.RecordHeader{{Key: wire.Header, Value: other}, {Key: wire.Header, Value: its}}},
		"of another schema":         {headers: []kgo.RecordHeader{{Key: wire.Header, Value: other}}, refused: true},
		"before the value":          {prefix: its},
		"before the value, another": {prefix: other, refused: true},
		"none that can be read":     {headers: []kgo.RecordHeader{{Key: wire.Header, Value: []byte{9}}}, refused: true},
		"of the key":                {headers: []kgo.RecordHeader{{Key: "__key_schema_id", Value: other}}},
	} {
		r := record("7")
		r.Headers, r.Value = test.headers, append(test.prefix, r.Value...)
		if err := c.ProduceSync(t.Context(), r).FirstErr(); isRefused(err) != test.refused {
			t.Errorf("%s: got %v", name, err)
		}
		if err := franz.Validate(validator(t, envelope.Options{}), envelope.Reader(evctl.SchemaRef{}), r); (err != nil) != test.refused {
			t.Errorf("%s, read: got %v", name, err)
		}
	}
}

// Promises come one after another, those of refused records too: this one counts
// without a lock, and a map that is written by two at once ends the program.
func TestPromisesComeInTurn(t *testing.T) {
	const records = 3000
	c := client(t, &franz.Hook{Validator: validator(t, envelope.Options{})}, broker(t))
	got := map[bool]int{}
	var called sync.WaitGroup
	called.Add(records)
	for i := range records {
		total := strconv.Itoa(i)
		if i%3 == 0 {
			total = `"` + total + `"`
		}
		c.Produce(t.Context(), record(total), func(_ *kgo.Record, err error) {
			got[isRefused(err)]++
			called.Done()
		})
	}
	called.Wait()
	if got[true] != records/3 || got[false] != records-records/3 {
		t.Errorf("got %v", got)
	}
}
