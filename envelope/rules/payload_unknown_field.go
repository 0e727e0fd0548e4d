package rules

import "github.com/evctl/evctl"

// PayloadUnknownField is the rule envelope/payload-unknown-field.
var PayloadUnknownField = evctl.Rule{
	ID:       "envelope/payload-unknown-field",
	Severity: evctl.Error,
	Doc: `The producer writes a name that its schema does not know.

Under the lenient policy adding a field later is compatible only because nobody has written that name before, with some
other type. So a producer writes what its schema declares and nothing more, also where the schema does not forbid it.
Declare the field in a new version of the schema, or stop writing it.`,
}
