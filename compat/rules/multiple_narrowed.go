package rules

import "github.com/evctl/evctl"

// MultipleNarrowed is a multipleOf that fewer numbers meet.
var MultipleNarrowed = evctl.Rule{
	ID:       "compat/multiple-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema wants multiples that old numbers need not be.

Numbers written before were not held to the new step, and new readers refuse
those that miss it. Leave the keyword as published.`,
}
