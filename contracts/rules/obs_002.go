package rules

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
	"github.com/evctl/evctl/internal/exposition"
)

// Obs002 asks that the metrics are what their names say.
var Obs002 = evctl.Rule{
	ID:       "rfc/obs-002",
	Severity: evctl.Warning,
	Aliases:  []string{"OBS-002"},
	Doc: `A metric of the standard has another type than its name says, or ends in _total twice.

Dashboards and alerts of the whole organisation use these names. ` + "`rate()`" + ` of a gauge and the level of a counter are both nonsense that
looks like a number, and ` + "`_total_total`" + ` (an exporter that appended what was there) matches no query.

Make the ` + "`_total`" + ` metrics counters and ` + "`idempotency_stuck_in_progress`" + ` a gauge. ` + "`ops_unknown_outcome_total`" + ` by ` + "`age_bucket`" + ` counts what is
open right now: by its name a counter, by its meaning a gauge. Both are accepted, the counter with a warning where it has
that label, because a bucket must be able to fall.

- Clause: OBS-002, INFERRED from seed 000, appendix: "ops.unknown_outcome_total{age_bucket}"
- Inputs: metrics in the text format
- Confidence: exact`,
}

func checkObs002(s *service.Service, v *verdict.Sheet) {
	if !verdict.Need(v, s.Metrics, s.Position("spec", "metrics")) {
		v.View(Obs001.ID)
		return
	}
	for _, name := range required {
		v.On(name, s.MoneyMoving())
		f, ok := metric(s.Metrics.Value, name)
		if !ok {
			v.NotApplicable(s.Position("spec", "metrics"), "it is not there, which is what OBS-001 is about")
			continue
		}
		typed(v, name, f)
	}
}

func typed(v *verdict.Sheet, name string, f exposition.Family) {
	want := []string{"counter"}
	switch name {
	case "idempotency_stuck_in_progress":
		want = []string{"gauge"}
	case "ops_unknown_outcome_total":
		want = []string{"counter", "gauge"}
	}
	switch {
	case strings.HasSuffix(f.Name, "_total_total"):
		v.Fail(f.Position, "%s ends in _total twice", f.Name)
	case !slices.Contains(want, f.Type):
		v.Fail(f.Position, "%s is of type %s, want %s", f.Name, f.Type, strings.Join(want, " or "))
	case f.Type == "counter" && slices.Contains(f.Labels, "age_bucket"):
		v.Warn(f.Position, "%s counts open operations by age_bucket and is a counter, want a gauge, since buckets must fall", f.Name)
	default:
		v.Pass(f.Position, "a %s", f.Type)
	}
}
