package rules

import "github.com/evctl/evctl"

// EnumAdded is a list of values where any was allowed.
var EnumAdded = evctl.Rule{
	ID:       "compat/enum-added",
	Severity: evctl.Error,
	Doc: `The new schema lists the values that it accepts; before, there was no list.

Events written before may hold other values, and a new reader refuses each of
them. To document the values without refusing others, use ` + "`" + `x-extensible-enum` + "`" + ` in
place of ` + "`" + `enum` + "`" + `.`,
}
