package schema

import "github.com/evctl/evctl"

// UnknownDialect is a $schema that names no known draft.
var UnknownDialect = evctl.Rule{
	ID:       "schema/unknown-dialect",
	Severity: evctl.Warning,
	Doc: `The $schema names no draft that evctl knows.

Keywords mean different things in different drafts, so a validator that reads
the dialect otherwise may accept and refuse other events. evctl reads the schema
as the configured draft, draft-07 by default. Name a draft that validators know.`,
}
