package changelog

import (
	"context"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
)

// Compare returns the changelog from one version to another with the answers of
// the decider. If a schema is invalid, so are the verdicts, and the findings say
// why; the changelog lists nothing then.
func Compare(ctx context.Context, decider evctl.Decider, old, new *evctl.Schema, sem evctl.Semantics) (*report.Changelog, []evctl.Finding, error) {
	log := &report.Changelog{Version: 1, Changes: []report.Change{}, Elsewhere: []report.Identified{}}
	var findings []evctl.Finding
	for _, question := range []struct {
		mode    evctl.Mode
		verdict *evctl.Verdict
	}{{evctl.Mode{Backward: true}, &log.Backward}, {evctl.Mode{Forward: true}, &log.Forward}} {
		j, err := decider.Decide(ctx, evctl.Change{Old: []*evctl.Schema{old}, New: new, Mode: question.mode, Semantics: sem})
		if err != nil {
			return nil, nil, err
		}
		*question.verdict = j.Verdict
		findings = append(findings, j.Findings...)
	}
	if log.Backward == evctl.Invalid || log.Forward == evctl.Invalid {
		return log, findings, nil
	}
	changes, elsewhere, err := between(ctx, old, new, findings)
	if err != nil {
		return nil, nil, err
	}
	log.Changes = append(log.Changes, changes...)
	for _, f := range elsewhere {
		log.Elsewhere = append(log.Elsewhere, report.Identify(f))
	}
	return log, findings, nil
}
