package rules

import "github.com/evctl/evctl"

// EnumOpennessChanged is an enum that is open on one side and closed on the other.
var EnumOpennessChanged = evctl.Rule{
	ID:       "compat/enum-openness-changed",
	Severity: evctl.Warning,
	Doc: `A Protobuf enum is open in one version and closed in the other.

A reader with an open enum (proto3) keeps a number it has no name for; with a closed
one (proto2, or features.enum_type = CLOSED) it takes the field for absent. The same
event thus reads differently as soon as the enum grows.`,
}
