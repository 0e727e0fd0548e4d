package rules

import "github.com/evctl/evctl"

// ConditionWidened is a condition that asks for less than published readers do.
var ConditionWidened = evctl.Rule{
	ID:       "compat/condition-widened",
	Severity: evctl.Error,
	Doc: `The schema under a condition, then or else, asks for less than published readers do.

Readers count on what follows from the condition and stop at the first event
without it. Leave the condition as published.`,
}
