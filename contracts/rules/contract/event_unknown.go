package contract

import "github.com/evctl/evctl"

// EventUnknown is an event type that no registry has.
var EventUnknown = evctl.Rule{
	ID:       "contract/event-unknown",
	Severity: evctl.Error,
	Doc: `A contract speaks of an event type that no registry has.

Asked whether a service can be deployed, evctl looks at everything that it publishes and consumes. Of an event type without a schema
nothing can be said, and an answer that leaves it out would read as a yes.

Publish the schema, correct the name, or name the registry that has it under ` + "`registry`" + ` in ` + "`evctl.yaml`" + `. Only ` + "`evctl compat --can-i-deploy`" + `
reports this: elsewhere an event type that is not known may be another registry's.`,
}
