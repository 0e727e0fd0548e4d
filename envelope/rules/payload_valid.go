package rules

import "github.com/evctl/evctl"

// PayloadValid is the rule envelope/payload-valid.
var PayloadValid = evctl.Rule{
	ID:       "envelope/payload-valid",
	Severity: evctl.Error,
	Doc: `The payload breaks its registered schema.

A producer is held to the schema that the event names, lists of known values (x-extensible-enum) included. A consumer
under the lenient policy first drops the names that its schema does not know, then validates the rest. Correct the
producer; or, if the schema is wrong, publish a new version that is compatible.`,
}
