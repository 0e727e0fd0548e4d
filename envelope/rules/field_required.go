package rules

import "github.com/evctl/evctl"

// FieldRequired is the rule envelope/field-required.
var FieldRequired = evctl.Rule{
	ID:       "envelope/field-required",
	Severity: evctl.Error,
	Doc: `A field of the envelope is missing.

Consumers read the envelope before they know the payload: to route, to drop what they have applied, to keep the order
of an aggregate. A field that is absent now and then makes each of them guess. An event with any of schema_ref,
writer_epoch and origin_region is of version 2, and needs all three: an event with half of them survives neither a
failover nor a schema change. So does every event when evctl.yaml says version 2.`,
}
