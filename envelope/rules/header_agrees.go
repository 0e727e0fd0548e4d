package rules

import "github.com/evctl/evctl"

// HeaderAgrees is the rule envelope/header-agrees.
var HeaderAgrees = evctl.Rule{
	ID:       "envelope/header-agrees",
	Severity: evctl.Error,
	Doc: `The header of a serializer names another schema than the event.

What stands before an event or a payload, or in the record header ` + "`__value_schema_id`" + `, is a registry's id or GUID of
a schema, or an Avro fingerprint. It must lead to event_type at schema_version: a consumer that reads by the header and one
that reads by the envelope take the same bytes for two things otherwise. Serialise with the version that the envelope names.

A serializer that was given the whole event names a schema of the whole event, and events that were mirrored from another
cluster name schemas by the ids of its registry. Where that is on purpose, set the rule to off.`,
}
