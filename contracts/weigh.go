package contracts

import (
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/verdict"
)

// weigh sets the severity of a verdict's finding: that of the rule for a fail,
// a warning until the service's time is over; a warning for what is barely kept
// or could not be judged, and for the latter an error if strict.
func weigh(v *verdict.Verdict, rule evctl.Rule, o Options) {
	switch v.Outcome {
	case verdict.Fail:
		v.Severity = rule.Severity
	case verdict.Warn:
		v.Severity = evctl.Warning
		return
	case verdict.Inconclusive:
		v.Severity = evctl.Warning
		if o.Strict {
			v.Severity = evctl.Error
		}
		return
	default:
		return
	}
	if o.Adopted.IsZero() || v.Severity != evctl.Error || strings.HasPrefix(v.Clause, "EXC-") {
		return // exceptions are no part of a service that is rolled out
	}
	if last := rolloutEnd(o.Adopted, v.Money); o.Now.Before(last.AddDate(0, 0, 1)) {
		v.Severity, v.Due = evctl.Warning, last.Format(time.DateOnly)
	}
}

// rolloutEnd returns the last day on which a service may still break a clause:
// that of the second calendar quarter after the one of adoption for what moves
// money, of the fourth for everything else (seed 000 §11, success metrics).
func rolloutEnd(adopted time.Time, money bool) time.Time {
	half := exceptions.LatestExpiry(adopted)
	if money {
		return half
	}
	return exceptions.LatestExpiry(half)
}
