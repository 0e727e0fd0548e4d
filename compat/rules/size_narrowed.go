package rules

import "github.com/evctl/evctl"

// SizeNarrowed is fewer sizes of an array or object.
var SizeNarrowed = evctl.Rule{
	ID:       "compat/size-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema allows fewer sizes of an array or an object.

Events that were legal when they were written have too many or too few items or
properties for new readers. Leave the keyword as published.`,
}
