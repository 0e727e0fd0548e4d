package rules

import "github.com/evctl/evctl"

// PropertyNamesNarrowed is property names that the new schema refuses.
var PropertyNamesNarrowed = evctl.Rule{
	ID:       "compat/property-names-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema refuses names of properties that old events may have.

Names are data here, keys of a map: old events hold keys that new readers
refuse. Leave ` + "`" + `propertyNames` + "`" + ` as published.`,
}
