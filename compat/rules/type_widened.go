package rules

import "github.com/evctl/evctl"

// TypeWidened is a type that published readers do not read.
var TypeWidened = evctl.Rule{
	ID:       "compat/type-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows a type that published readers do not read.

The first event with the new type stops every reader that has not moved. Null
counts as a type, so a property that becomes nullable breaks readers too, and so
does a number where they want an integer. Put the new type into a new optional
property.`,
}
