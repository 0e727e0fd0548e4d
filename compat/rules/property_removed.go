package rules

import "github.com/evctl/evctl"

// PropertyRemoved is a property that the new schema refuses.
var PropertyRemoved = evctl.Rule{
	ID:       "compat/property-removed",
	Severity: evctl.Error,
	Doc: `The new schema closes the object and no longer declares a property that old events have.

Under the strict policy ` + "`" + `additionalProperties: false` + "`" + ` refuses every event that
still has the property. Keep it declared, or let the object take properties that
it does not declare. Under the lenient policy readers drop what they do not know
and this is no finding.`,
}
