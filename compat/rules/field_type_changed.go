package rules

import "github.com/evctl/evctl"

// FieldTypeChanged is a field that changes to a type that readers do not read.
var FieldTypeChanged = evctl.Rule{
	ID:       "compat/field-type-changed",
	Severity: evctl.Error,
	Doc: `A field or element has another type, and one side cannot read what the other writes.

Every event with that element fails in the reader, not only odd ones: the
consumer stops at the first. Keep the old field as it is and add a new one of the
new type, written beside it until every consumer has moved. Some changes are
safe in one direction (an integer that becomes a longer integer, a type that
joins a union); the finding names the direction that is not.`,
}
