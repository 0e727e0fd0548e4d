package rules

import "github.com/evctl/evctl"

// FieldRemoved is a field that is gone and whose number or name is free again.
var FieldRemoved = evctl.Rule{
	ID:       "compat/field-removed",
	Severity: evctl.Error,
	Doc: `A Protobuf field is gone, and its number or name may be used again.

Readers pass over what they do not know, so the removal itself breaks nobody. But
bytes know fields by their number and JSON by their name alone: a later field that
takes either over reads what old events hold there as its own, often without an
error. Reserve both when a field goes.`,
}
