package rules

import "github.com/evctl/evctl"

// ConditionNarrowed is a condition that asks for more.
var ConditionNarrowed = evctl.Rule{
	ID:       "compat/condition-narrowed",
	Severity: evctl.Error,
	Doc: `The schema under a condition, then or else, asks for more than before.

Old events that meet the condition need not meet what follows from it now. Leave
the condition as published.`,
}
