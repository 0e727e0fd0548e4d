package rules

import "github.com/evctl/evctl"

// FieldPresenceChanged is a field of which one side cannot tell a zero from nothing.
var FieldPresenceChanged = evctl.Rule{
	ID:       "compat/field-presence-changed",
	Severity: evctl.Warning,
	Doc: `One version of a Protobuf field tells a zero from an unset field, the other does not.

With ` + "`optional`" + ` (or features.field_presence = EXPLICIT) a zero is written; a reader
without it sees the same as if nothing was written. Harmless where consumers treat
both alike, and a wrong answer where absence means "leave it as it is".`,
}
