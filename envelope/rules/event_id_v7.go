package rules

import "github.com/evctl/evctl"

// EventIDV7 is the rule envelope/event-id-v7.
var EventIDV7 = evctl.Rule{
	ID:       "envelope/event-id-v7",
	Severity: evctl.Warning,
	Doc: `The event id is not a UUID of version 7.

Version 7 begins with the time, so that new rows go to the end of the index of each outbox and inbox; random ids touch
all of it. A warning in events of version 1, an error in those of version 2. Switch the generator; ids that exist stay
as they are.`,
}
