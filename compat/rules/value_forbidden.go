package rules

import "github.com/evctl/evctl"

// ValueForbidden is a property or item that may no longer have any value.
var ValueForbidden = evctl.Rule{
	ID:       "compat/value-forbidden",
	Severity: evctl.Error,
	Doc: `The new schema forbids a property that old events may have.

A property whose schema is ` + "`" + `false` + "`" + ` must not occur: new readers refuse each old
event that has it. Leave its schema as published, or leave the property out of
the schema altogether, so that readers drop it.`,
}
