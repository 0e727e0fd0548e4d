package rules

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
	"github.com/evctl/evctl/internal/exposition"
)

// Obs001 asks for the four metrics.
var Obs001 = evctl.Rule{
	ID:       "rfc/obs-001",
	Severity: evctl.Error,
	Aliases:  []string{"OBS-001"},
	Doc: `A service does not expose one of the four metrics of the standard.

Duplicates are silent. Replays, reused keys, stuck operations and unknown outcomes are the only places where one sees that
the machinery works, or that it does not.

Expose ` + "`idempotency.replay_total`, `idempotency.fingerprint_mismatch_total`, `idempotency.stuck_in_progress` and" + `
` + "`ops.unknown_outcome_total`" + `. Dots may be underscores, a namespace may stand before the name, and OpenMetrics may keep ` + "`_total`" + ` for
the samples. A TYPE line without samples is a warning: initialise the metric with 0. The rule reads ` + "`metrics.file`" + ` of the contract, which
holds what a scrape answers; nothing is scraped.

- Clause: OBS-001, MUST, seed 000 §11: "Services MUST emit idempotency.replay_total, …"
- Inputs: metrics in the text format
- Confidence: exact`,
}

// required are the metrics of the standard.
var required = []string{
	"idempotency_replay_total", "idempotency_fingerprint_mismatch_total", "idempotency_stuck_in_progress", "ops_unknown_outcome_total",
}

func checkObs001(s *service.Service, v *verdict.Sheet) {
	at := s.Position("spec", "metrics")
	if !verdict.Need(v, s.Metrics, at) {
		return
	}
	v.On("", s.MoneyMoving())
	var missing, empty []string
	for _, name := range required {
		switch f, ok := metric(s.Metrics.Value, name); {
		case !ok:
			missing = append(missing, name)
		case f.Samples == 0:
			empty = append(empty, name)
		}
	}
	file := evctl.Position{File: s.Resolve(s.Spec.Metrics.File), Line: 1, Column: 1}
	switch {
	case len(missing) > 0:
		v.Fail(file, "no metric %s, want all four", strings.Join(missing, ", ")).Because(at, "where the contract names the metrics")
	case len(empty) > 0:
		v.Warn(file, "no sample of %s, want 0 from the start", strings.Join(empty, ", "))
	default:
		v.Pass(file, "all four are there")
	}
}

// metric finds a metric of the standard, however it is spelt.
func metric(families []exposition.Family, name string) (exposition.Family, bool) {
	for _, f := range families {
		got := strings.Replace(strings.ReplaceAll(f.Name, ".", "_"), "_total_total", "_total", 1)
		named := func(got string) bool { return got == name || strings.HasSuffix(got, "_"+name) }
		if named(got) || f.Type == "counter" && named(got+"_total") {
			return f, true
		}
	}
	return exposition.Family{}, false
}
