package rules

import "github.com/evctl/evctl"

// FieldCardinalityChanged is a field that holds one value on one side and several on the other.
var FieldCardinalityChanged = evctl.Rule{
	ID:       "compat/field-cardinality-changed",
	Severity: evctl.Error,
	Doc: `A field holds one value in one version and a list or map in another.

In Protobuf bytes a reader of one value keeps the last of several and drops the
rest, and of packed numbers it reads none; in JSON an array is no single value for
any reader. Add a field with a new number and name for the list, and write both
until every consumer has moved.`,
}
