package rules

import "github.com/evctl/evctl"

// StringValidationChanged is a string that only one side checks to be UTF-8.
var StringValidationChanged = evctl.Rule{
	ID:       "compat/string-validation-changed",
	Severity: evctl.Warning,
	Doc: `A Protobuf string must be UTF-8 for one side only.

proto3 checks strings, proto2 does not, and editions choose with
features.utf8_validation. A writer that does not check may write bytes which a
reader that does refuses, with the whole event. Make sure that all strings written
so far are UTF-8, or use ` + "`bytes`" + ` under a new number.`,
}
