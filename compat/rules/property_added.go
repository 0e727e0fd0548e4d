package rules

import "github.com/evctl/evctl"

// PropertyAdded is a property that published readers refuse.
var PropertyAdded = evctl.Rule{
	ID:       "compat/property-added",
	Severity: evctl.Error,
	Doc: `The new schema declares a property that published readers, whose schema is closed, refuse.

Under the strict policy a reader with ` + "`" + `additionalProperties: false` + "`" + ` stops at the
first event that has the new property. Let readers drop what they do not know,
which is the lenient policy, or publish under a new subject.`,
}
