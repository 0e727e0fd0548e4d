package rules

import "github.com/evctl/evctl"

// OccurredAtUTC is the rule envelope/occurred-at-utc.
var OccurredAtUTC = evctl.Rule{
	ID:       "envelope/occurred-at-utc",
	Severity: evctl.Error,
	Doc: `The time is not RFC 3339 in UTC with milliseconds.

One form, as in 2026-03-01T09:30:00.125Z: upper-case T and Z, exactly three digits of a second, a date that exists.
Texts in one form sort as the times do, and no reader has to know a time zone. A leap second (:60) is refused since
most languages cannot read it back. Convert to UTC and format with a fixed layout.`,
}
