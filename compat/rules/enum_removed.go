package rules

import "github.com/evctl/evctl"

// EnumRemoved is a value that may be anything now, where published readers know a list.
var EnumRemoved = evctl.Rule{
	ID:       "compat/enum-removed",
	Severity: evctl.Error,
	Doc: `The new schema no longer lists its values, while published readers accept only those they know.

The first event with another value stops every reader that has not moved. Open
the list with ` + "`" + `x-extensible-enum` + "`" + `, which the producer's validator still holds
to, and retire the versions that close it before it grows.`,
}
