package rules

import "github.com/evctl/evctl"

// ValueAllowed is a property or item that published readers forbid.
var ValueAllowed = evctl.Rule{
	ID:       "compat/value-allowed",
	Severity: evctl.Error,
	Doc: `The new schema allows a property that published readers forbid.

Readers whose schema says ` + "`" + `false` + "`" + ` of the property refuse the first event that
has it. Use another name.`,
}
