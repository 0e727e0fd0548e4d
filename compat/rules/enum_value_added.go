package rules

import "github.com/evctl/evctl"

// EnumValueAdded is an enum value that old readers do not know.
var EnumValueAdded = evctl.Rule{
	ID:       "compat/enum-value-added",
	Severity: evctl.Error,
	Doc: `An enum has a value that published readers do not know.

Their schema lists the values it accepts, so the first event with the new one
stops them. An enum can only grow if readers were told from the first version on
what to do with values they do not know: in Avro by a default of the enum itself
(a field's default does not help), in JSON Schema by ` + "`type: string`" + ` with
` + "`x-extensible-enum`" + ` in place of ` + "`enum`" + `. Protobuf bytes carry a number, and
the open enums of proto3 keep one they have no name for; JSON carries the name,
which old readers refuse or drop.`,
}
