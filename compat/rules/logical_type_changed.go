package rules

import "github.com/evctl/evctl"

// LogicalTypeChanged is a logical type that came, went or became another.
var LogicalTypeChanged = evctl.Rule{
	ID:       "compat/logical-type-changed",
	Severity: evctl.Warning,
	Doc: `A field has gained, lost or changed its logical type, over a type that still reads.

The bytes are read either way, but programs that honour logical types see a value
of another kind: a plain number where there was a date. Whether that breaks them
depends on the code that was generated from the schema.`,
}
