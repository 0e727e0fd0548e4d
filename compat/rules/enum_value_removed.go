package rules

import "github.com/evctl/evctl"

// EnumValueRemoved is an enum value that new readers no longer know.
var EnumValueRemoved = evctl.Rule{
	ID:       "compat/enum-value-removed",
	Severity: evctl.Error,
	Doc: `An enum has lost a value that events already written hold.

A new reader meets it in the topic, the archive or a replay and fails. Keep the
value in the schema and mark it as no longer written. A Protobuf enum that drops a
value reserves its number and name; with both reserved the finding is a warning.`,
}
