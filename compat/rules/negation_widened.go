package rules

import "github.com/evctl/evctl"

// NegationWidened is an exclusion that excludes less than published readers do.
var NegationWidened = evctl.Rule{
	ID:       "compat/negation-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows values that published readers exclude by not.

The first event with such a value stops every reader that has not moved. Leave
` + "`" + `not` + "`" + ` as published.`,
}
