package rules

import "github.com/evctl/evctl"

// SchemaRefAgrees is the rule envelope/schema-ref-agrees.
var SchemaRefAgrees = evctl.Rule{
	ID:       "envelope/schema-ref-agrees",
	Severity: evctl.Error,
	Doc: `The schema ref names another schema than the event.

schema_ref is registry/event_type@schema_version, nothing else. If it disagrees, one consumer reads the payload with
one schema and the next with another. Build all three from one constant.`,
}
