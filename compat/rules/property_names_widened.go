package rules

import "github.com/evctl/evctl"

// PropertyNamesWidened is property names that published readers refuse.
var PropertyNamesWidened = evctl.Rule{
	ID:       "compat/property-names-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows names of properties that published readers refuse.

The first event with such a key stops every reader that has not moved. Leave
` + "`" + `propertyNames` + "`" + ` as published.`,
}
