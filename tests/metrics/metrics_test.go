// Package metrics reads what the observers of the validator count, by the
// libraries that programs use for it.
package metrics

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/otelmetrics"
	"github.com/evctl/evctl/envelope/prommetrics"
)

func event(total string) string {
	return `{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"order.paid","schema_version":1,"aggregate_type":"order",` +
		`"aggregate_id":"o_1","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z","producer":"orders","correlation_id":"r",` +
		`"payload":{"total":` + total + `}}`
}

// judge has a validator of the mode judge five events.
func judge(t *testing.T, mode envelope.Mode, observer func(envelope.Judgement)) {
	t.Helper()
	source, err := envelope.FromFS(fstest.MapFS{"events/order.paid/1.json": {Data: []byte(`{"type":"object","properties":{"total":{"type":"integer"}}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(t.Context(), source, envelope.Options{Mode: mode, Observer: observer})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []string{event("1"), event("2"), event(`"3"`), strings.Replace(event("4"), "order.paid", "order.lost", 1), "no event"} {
		if err := v.Validate([]byte(e)); (err != nil) != (mode == envelope.Enforce && e != event("1") && e != event("2")) {
			t.Errorf("mode %d: %s: %v", mode, e, err)
		}
	}
}

// What both modes together make of the five events.
var want = map[string]float64{
	"events event_type=order.paid result=valid":                 4,
	"events event_type=order.paid result=refused":               1,
	"events event_type=order.paid result=observed":              1,
	"events event_type= result=refused":                         2,
	"events event_type= result=observed":                        2,
	"invalid event_type=order.paid rule=envelope/payload-valid": 2,
	"invalid event_type= rule=envelope/schema-known":            2,
	"invalid event_type= rule=envelope/event-json":              2,
	"seconds count": 10,
}

func TestPrometheus(t *testing.T) {
	registry := prometheus.NewRegistry()
	m, err := prommetrics.New(registry)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := prommetrics.New(registry); err == nil {
		t.Error("registered twice")
	}
	judge(t, envelope.Enforce, m.Observe)
	judge(t, envelope.Observe, m.Observe)

	// As a server exposes it, and a scraper reads it.
	gathered, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	for _, family := range gathered {
		if _, err := expfmt.MetricFamilyToText(&page, family); err != nil {
			t.Fatal(err)
		}
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(&page)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"evctl_events_total": "events", "evctl_invalid_events_total": "invalid", "evctl_validation_seconds": "seconds"}
	got := map[string]float64{}
	for name, family := range families {
		for _, metric := range family.Metric {
			if h := metric.Histogram; h != nil {
				got[names[name]+" count"] += float64(h.GetSampleCount())
				if h.GetSampleSum() <= 0 {
					t.Errorf("%s sums up to %v", name, h.GetSampleSum())
				}
				continue
			}
			key := names[name]
			for _, label := range metric.Label {
				key += fmt.Sprintf(" %s=%s", label.GetName(), label.GetValue())
			}
			got[key] += metric.Counter.GetValue()
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOpenTelemetry(t *testing.T) {
	reader := sdk.NewManualReader()
	m, err := otelmetrics.New(sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("test"))
	if err != nil {
		t.Fatal(err)
	}
	judge(t, envelope.Enforce, m.Observe)
	judge(t, envelope.Observe, m.Observe)

	var collected metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &collected); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"evctl.events": "events", "evctl.events.invalid": "invalid", "evctl.validation.duration": "seconds"}
	got := map[string]float64{}
	for _, scope := range collected.ScopeMetrics {
		for _, metric := range scope.Metrics {
			switch data := metric.Data.(type) {
			case metricdata.Sum[int64]:
				for _, point := range data.DataPoints {
					key := names[metric.Name]
					for _, kv := range point.Attributes.ToSlice() { // sorted
						key += fmt.Sprintf(" %s=%s", kv.Key, kv.Value.AsString())
					}
					got[key] += float64(point.Value)
				}
			case metricdata.Histogram[float64]:
				for _, point := range data.DataPoints {
					got[names[metric.Name]+" count"] += float64(point.Count)
					if point.Sum <= 0 || metric.Unit != "s" {
						t.Errorf("%s sums up to %v %s", metric.Name, point.Sum, metric.Unit)
					}
				}
			default:
				t.Errorf("%s is a %T", metric.Name, data)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\nof %v", diff, slices.Sorted(maps.Keys(got)))
	}
}
