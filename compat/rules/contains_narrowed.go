package rules

import "github.com/evctl/evctl"

// ContainsNarrowed is an array that must contain more, or may contain less.
var ContainsNarrowed = evctl.Rule{
	ID:       "compat/contains-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema asks more of what an array contains.

Old arrays need not have the items that new readers insist on, or have too many
of them. Leave the keyword as published.`,
}
