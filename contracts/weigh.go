package contracts

import (
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/verdict"
)

// Quarters after the adoption of the RFC until which services have time (seed
// 000 §11, success metrics).
const (
	moneyQuarters    = 2
	mutatingQuarters = 4
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
	quarters := mutatingQuarters
	if v.Money {
		quarters = moneyQuarters
	}
	last := endOfQuarter(o.Adopted, quarters)
	if o.Now.Before(last.AddDate(0, 0, 1)) {
		v.Severity, v.Due = evctl.Warning, last.Format(time.DateOnly)
	}
}

// endOfQuarter returns the last day of the n-th calendar quarter after that of
// a day.
func endOfQuarter(day time.Time, n int) time.Time {
	quarter := (int(day.Month()) - 1) / 3
	return time.Date(day.Year(), time.Month((quarter+n+1)*3+1), 0, 0, 0, 0, 0, time.UTC)
}
