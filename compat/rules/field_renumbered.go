package rules

import "github.com/evctl/evctl"

// FieldRenumbered is a field that keeps its name under another number.
var FieldRenumbered = evctl.Rule{
	ID:       "compat/field-renumbered",
	Severity: evctl.Error,
	Doc: `A Protobuf field keeps its name and has another number.

Bytes know the field by the number alone: every reader of the other version sees it
as absent. Keep the number; names and the order of declaration may change more
freely than numbers.`,
}
