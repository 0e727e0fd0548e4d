package rules

import "github.com/evctl/evctl"

// LengthWidened is strings that may be longer, or shorter, than published readers take.
var LengthWidened = evctl.Rule{
	ID:       "compat/length-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows lengths of a string that published readers refuse.

Readers often copy such a bound into a database column: the first longer string
stops them. Leave the keyword as published, or retire the versions that set the
old bound.`,
}
