package rules

import "github.com/evctl/evctl"

// ContainsWidened is an array that may contain less, or more, than published readers ask.
var ContainsWidened = evctl.Rule{
	ID:       "compat/contains-widened",
	Severity: evctl.Error,
	Doc: `The new schema asks less of what an array contains than published readers do.

Readers that count on an item stop at the first array without it. Leave the
keyword as published, or retire the versions that ask for it.`,
}
