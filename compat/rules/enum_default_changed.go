package rules

import "github.com/evctl/evctl"

// EnumDefaultChanged is an enum whose stand-in for unknown values is another.
var EnumDefaultChanged = evctl.Rule{
	ID:       "compat/enum-default-changed",
	Severity: evctl.Warning,
	Doc: `An enum has another default, the value that readers put in place of ones they do not know.

The same event then reads differently on both sides of the change.`,
}
