package metrics

import (
	"testing"
	"testing/fstest"

	"github.com/prometheus/client_golang/prometheus"
	sdk "go.opentelemetry.io/otel/sdk/metric"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/otelmetrics"
	"github.com/evctl/evctl/envelope/prommetrics"
)

// What an observer adds to an event that is valid.
func BenchmarkObservers(b *testing.B) {
	prom, err := prommetrics.New(prometheus.NewRegistry())
	if err != nil {
		b.Fatal(err)
	}
	otel, err := otelmetrics.New(sdk.NewMeterProvider(sdk.WithReader(sdk.NewManualReader())).Meter("bench"))
	if err != nil {
		b.Fatal(err)
	}
	source, err := envelope.FromFS(fstest.MapFS{"events/order.paid/1.json": {Data: []byte(`{"type":"object","properties":{"total":{"type":"integer"}}}`)}})
	if err != nil {
		b.Fatal(err)
	}
	for _, test := range []struct {
		name     string
		mode     envelope.Mode
		observer func(envelope.Judgement)
	}{
		{"none", envelope.Enforce, nil},
		{"told", envelope.Enforce, func(envelope.Judgement) {}},
		{"prometheus", envelope.Enforce, prom.Observe},
		{"opentelemetry", envelope.Enforce, otel.Observe},
		{"sample", envelope.Sample, prom.Observe},
	} {
		b.Run(test.name, func(b *testing.B) {
			v, err := envelope.NewValidator(b.Context(), source, envelope.Options{Mode: test.mode, Rate: 1e-9, Observer: test.observer})
			if err != nil {
				b.Fatal(err)
			}
			event := []byte(event("7"))
			b.ReportAllocs()
			for b.Loop() {
				if err := v.Validate(event); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
