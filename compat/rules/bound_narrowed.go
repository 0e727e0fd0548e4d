package rules

import "github.com/evctl/evctl"

// BoundNarrowed is a range of numbers that shrank.
var BoundNarrowed = evctl.Rule{
	ID:       "compat/bound-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema allows a smaller range of numbers.

Numbers outside the new range were legal when they were written, and new readers
refuse them. Leave the keyword as published; check the tighter bound where the
number is produced.`,
}
