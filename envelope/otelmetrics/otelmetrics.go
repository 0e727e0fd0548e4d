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
	"sync"

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

	mu  sync.RWMutex
	set map[label]metric.MeasurementOption // made once, for that costs more than to count
}

// A label tells series of an instrument apart.
type label struct{ subject, name, value string }

// New makes the instruments of the meter.
func New(meter metric.Meter) (*Metrics, error) {
	events, err1 := meter.Int64Counter("evctl.events", metric.WithUnit("{event}"),
		metric.WithDescription("Events judged, by what became of them."))
	invalid, err2 := meter.Int64Counter("evctl.events.invalid", metric.WithUnit("{event}"),
		metric.WithDescription("Invalid events, by the rule that each breaks first."))
	seconds, err3 := meter.Float64Histogram("evctl.validation.duration", metric.WithUnit("s"),
		metric.WithDescription("Time taken to judge an event."),
		metric.WithExplicitBucketBoundaries(250e-9, 1e-6, 4e-6, 16e-6, 64e-6, 256e-6, 1e-3, 4e-3))
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	return &Metrics{events: events, invalid: invalid, seconds: seconds, set: map[label]metric.MeasurementOption{}}, nil
}

// Observe counts one event; it is an observer of package envelope.
func (m *Metrics) Observe(j envelope.Judgement) {
	ctx := context.Background()
	m.events.Add(ctx, 1, m.attributes(label{j.Subject, "result", j.Result()}))
	if rule := j.Rule(); rule != "" {
		m.invalid.Add(ctx, 1, m.attributes(label{j.Subject, "rule", rule}))
	}
	m.seconds.Record(ctx, j.Elapsed.Seconds())
}

func (m *Metrics) attributes(l label) metric.MeasurementOption {
	m.mu.RLock()
	set, ok := m.set[l]
	m.mu.RUnlock()
	if ok {
		return set
	}
	set = metric.WithAttributeSet(attribute.NewSet(attribute.String("event_type", l.subject), attribute.String(l.name, l.value)))
	m.mu.Lock()
	defer m.mu.Unlock()
	m.set[l] = set
	return set
}
