package dashboard

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/dashboard/sample"
)

// written is what a writer makes of a made-up fleet, and the golden files.
func written(t *testing.T, format string) map[string][]byte {
	t.Helper()
	write, ok := dashboard.Lookup(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	all := map[string][]byte{}
	for name, d := range map[string]dashboard.Dashboard{"fleet": sample.Fleet(40, 500), "hostile": hostile()} {
		var b bytes.Buffer
		if err := write(&b, &d); err != nil {
			t.Fatal(err)
		}
		all[name] = b.Bytes()
	}
	files, err := filepath.Glob("../../ci/dashboard/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(text).Files {
			if f.Name == format {
				all[file] = f.Data
			}
		}
	}
	return all
}

// hostile is a dashboard whose names break what is not escaped.
func hostile() dashboard.Dashboard {
	const evil = "a\\\"b\n# EOF\nc{d=\"e\"} 1 \xff"
	return dashboard.Join("evctl", "2026-11-30", dashboard.Dashboard{
		Repositories: []dashboard.Repository{{Name: evil}, {Name: evil}},
		Exceptions:   []dashboard.Exception{{Repository: evil, ID: evil, Owner: evil, Decision: "pending"}},
		Debt:         []dashboard.Debt{{Repository: evil, ID: "0123456789ab", Owner: evil, Since: "2026-01-01"}},
		Services: []dashboard.Service{{Repository: evil, Name: evil, Verdicts: []dashboard.Verdict{{Clause: evil, Outcome: dashboard.Pass}}},
			{Repository: evil, Name: evil}},
		Measures: []dashboard.Measure{{Repository: evil, Service: evil, Name: dashboard.RetryRatio, Edge: evil, Value: 0.1}},
	})
}

// The JSON is what the published schema describes, by a validator that evctl
// does not use for it.
func TestJSONHasItsSchema(t *testing.T) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(dashboard.Schema)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///schema", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("mem:///schema")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range written(t, "json") {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Prometheus' own parser reads the metrics: every series once, in a family of
// its type, and the text ends as OpenMetrics wants it.
func TestPrometheusReadsTheMetrics(t *testing.T) {
	for name, text := range written(t, "openmetrics") {
		if !bytes.HasSuffix(text, []byte("\n# EOF\n")) || bytes.Count(text, []byte("\n# EOF\n")) != 1 {
			t.Errorf("%s does not end in # EOF", name)
		}
		parser := expfmt.NewTextParser(model.UTF8Validation)
		families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		series := map[string]bool{}
		for family, f := range families {
			if f.GetType().String() != "GAUGE" || f.GetHelp() == "" {
				t.Errorf("%s: %s is a %s with help %q", name, family, f.GetType(), f.GetHelp())
			}
			for _, m := range f.GetMetric() {
				key := family
				for _, label := range m.GetLabel() {
					key += "\x00" + label.GetName() + "=" + label.GetValue()
				}
				if series[key] {
					t.Errorf("%s: series %q stands twice", name, key)
				}
				series[key] = true
			}
		}
		if families["evctl_dashboard_day_timestamp_seconds"] == nil {
			t.Errorf("%s has no day", name)
		}
	}
}
