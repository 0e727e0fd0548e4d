package rules

import "github.com/evctl/evctl"

// PatternWidened is a pattern that more strings match than published readers take.
var PatternWidened = evctl.Rule{
	ID:       "compat/pattern-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows strings that published readers refuse by their pattern.

The first event with such a string stops every reader that has not moved. Leave
the keyword as published, or retire the versions that ask for the old pattern.`,
}
