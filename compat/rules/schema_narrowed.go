package rules

import "github.com/evctl/evctl"

// SchemaNarrowed is a schema that allows nothing, or less in a way that no keyword names.
var SchemaNarrowed = evctl.Rule{
	ID:       "compat/schema-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema refuses old events as a whole.

A schema that is ` + "`" + `false` + "`" + ` refuses everything. Leave the schema as published.`,
}
