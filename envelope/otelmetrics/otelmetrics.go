// Package otelmetrics counts what a validator of events judges, for
// OpenTelemetry.
//
// Call [New] with a meter and set its Observe as envelope.Options.Observer.
// Attributes take no value from an event but registered event types and rule ids,
// so that bad events make no series without end.
package otelmetrics

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/evctl/evctl/envelope"
)

// Metrics are:
//
//	evctl.events               events judged, by event_type and result: valid, refused or observed (invalid, and let pass)
//	evctl.events.invalid       of these the invalid ones, by event_type and the rule that each breaks first
//	evctl.validation.duration  time taken to judge an event in seconds, a histogram
//
// An event_type that is not registered is empty.
type Metrics struct {
	events  metric.Int64Counter
	invalid metric.Int64Counter
	seconds metric.Float64Histogram
}

// New makes the instruments of the meter.
func New(meter metric.Meter) (*Metrics, error) {
	events, err1 := meter.Int64Counter("evctl.events", metric.WithUnit("{event}"),
		metric.WithDescription("Events judged, by what became of them."))
	invalid, err2 := meter.Int64Counter("evctl.events.invalid", metric.WithUnit("{event}"),
		metric.WithDescription("Invalid events, by the rule that each breaks first."))
	seconds, err3 := meter.Float64Histogram("evctl.validation.duration", metric.WithUnit("s"),
		metric.WithDescription("Time taken to judge an event."),
		metric.WithExplicitBucketBoundaries(250e-9, 1e-6, 4e-6, 16e-6, 64e-6, 256e-6, 1e-3, 4e-3))
	return &Metrics{events, invalid, seconds}, errors.Join(err1, err2, err3)
}

// Observe counts one event; it is an observer of package envelope.
func (m *Metrics) Observe(j envelope.Judgement) {
	ctx, subject := context.Background(), attribute.String("event_type", j.Subject)
	m.events.Add(ctx, 1, metric.WithAttributes(subject, attribute.String("result", j.Result())))
	if rule := j.Rule(); rule != "" {
		m.invalid.Add(ctx, 1, metric.WithAttributes(subject, attribute.String("rule", rule)))
	}
	m.seconds.Record(ctx, j.Elapsed.Seconds())
}
