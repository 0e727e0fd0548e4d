package rules

import "github.com/evctl/evctl"

// EventIDUUID is the rule envelope/event-id-uuid.
var EventIDUUID = evctl.Rule{
	ID:       "envelope/event-id-uuid",
	Severity: evctl.Error,
	Doc: `The event id is not a UUID.

Consumers keep the ids of the events they have applied, most of them in a column of type uuid, and drop what comes
twice. A counter or a business key collides between services and regions; the nil and the max UUID are what a forgotten
assignment leaves. Draw a fresh UUIDv7 once for each event, before the outbox insert, never again when it is resent.`,
}
