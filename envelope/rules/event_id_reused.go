package rules

import "github.com/evctl/evctl"

// EventIDReused is the rule envelope/event-id-reused.
var EventIDReused = evctl.Rule{
	ID:       "envelope/event-id-reused",
	Severity: evctl.Error,
	Doc: `One event id stands for two different events.

Consumers that have applied the id drop the second event unread, so its effect is lost. Member order and spacing do not
count as a difference; everything else does. Never edit an event, and draw a new id for each.`,
}
