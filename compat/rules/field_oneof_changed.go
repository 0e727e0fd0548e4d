package rules

import "github.com/evctl/evctl"

// FieldOneofChanged is a field that moved into a oneof, out of one or to another.
var FieldOneofChanged = evctl.Rule{
	ID:       "compat/field-oneof-changed",
	Severity: evctl.Error,
	Doc: `A Protobuf field moved into a oneof, out of one, or to another.

A reader keeps the last field of a oneof that an event sets, and refuses JSON that
sets two. So where the other side may set several, values are lost; and a oneof
tells a zero from nothing where a plain field does not. Leave fields where they are;
a oneof may gain fields that are new.`,
}
