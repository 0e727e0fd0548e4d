package rules

import "github.com/evctl/evctl"

// LengthNarrowed is strings that may be less long, or must be longer.
var LengthNarrowed = evctl.Rule{
	ID:       "compat/length-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema allows fewer lengths of a string.

Strings that were legal when they were written are too long or too short for new
readers. Leave the keyword as published; cut or check where the string is
produced.`,
}
