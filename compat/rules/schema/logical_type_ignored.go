package schema

import "github.com/evctl/evctl"

// LogicalTypeIgnored is a logical type on a type that it is not for.
var LogicalTypeIgnored = evctl.Rule{
	ID:       "schema/logical-type-ignored",
	Severity: evctl.Warning,
	Doc: `A logical type stands on a type that it is not for, so readers ignore it.

The specification says so for Avro: a date on a long is a plain long to every
consumer, whatever its author meant. Put the logical type on the type it belongs
to, or drop it.`,
}
