package rules

import "github.com/evctl/evctl"

// SchemaWidened is a schema that allows more than published readers do, in a way that no keyword names.
var SchemaWidened = evctl.Rule{
	ID:       "compat/schema-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows events that published readers refuse as a whole.

Readers whose schema is ` + "`" + `false` + "`" + ` refuse every event. Publish under a new subject.`,
}
