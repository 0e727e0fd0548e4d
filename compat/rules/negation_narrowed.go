package rules

import "github.com/evctl/evctl"

// NegationNarrowed is an exclusion that excludes more.
var NegationNarrowed = evctl.Rule{
	ID:       "compat/negation-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema excludes values, by not, that were legal before.

Old events hold such values, and new readers refuse them. Leave ` + "`" + `not` + "`" + ` as
published.`,
}
