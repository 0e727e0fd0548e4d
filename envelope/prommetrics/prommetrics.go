// Package prommetrics counts what a validator of events judges, for Prometheus.
//
// Call [New] and set its Observe as envelope.Options.Observer. Labels take no
// value from an event but registered event types and rule ids, so that bad events
// make no series without end.
package prommetrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/evctl/evctl/envelope"
)

// Metrics are:
//
//	evctl_events_total{event_type,result}          events judged; result is valid, refused or observed (invalid, and let pass)
//	evctl_invalid_events_total{event_type,rule}    of these the invalid ones, by the rule that each breaks first
//	evctl_validation_seconds                       time taken to judge an event, a histogram
//
// An event_type that is not registered is empty.
type Metrics struct {
	events  *prometheus.CounterVec
	invalid *prometheus.CounterVec
	seconds prometheus.Histogram
}

// New registers the metrics. It fails if they are registered already: let all
// validators of a process share them.
func New(registerer prometheus.Registerer) (*Metrics, error) {
	m := &Metrics{
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "evctl_events_total", Help: "Events judged, by what became of them.",
		}, []string{"event_type", "result"}),
		invalid: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "evctl_invalid_events_total", Help: "Invalid events, by the rule that each breaks first.",
		}, []string{"event_type", "rule"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "evctl_validation_seconds", Help: "Time taken to judge an event.",
			Buckets: prometheus.ExponentialBuckets(250e-9, 4, 8), // to 4 ms
		}),
	}
	for _, c := range []prometheus.Collector{m.events, m.invalid, m.seconds} {
		if err := registerer.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Observe counts one event; it is an observer of package envelope.
func (m *Metrics) Observe(j envelope.Judgement) {
	m.events.WithLabelValues(j.Subject, j.Result()).Inc()
	if rule := j.Rule(); rule != "" {
		m.invalid.WithLabelValues(j.Subject, rule).Inc()
	}
	m.seconds.Observe(j.Elapsed.Seconds())
}
