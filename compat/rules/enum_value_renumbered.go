package rules

import "github.com/evctl/evctl"

// EnumValueRenumbered is an enum name under another number.
var EnumValueRenumbered = evctl.Rule{
	ID:       "compat/enum-value-renumbered",
	Severity: evctl.Error,
	Doc: `An enum name stands for another number.

Bytes carry the number, so readers of the other version see another value or none.
Keep the number of every name.`,
}
