package rules

import "github.com/evctl/evctl"

// EventSize is the rule envelope/event-size.
var EventSize = evctl.Rule{
	ID:       "envelope/event-size",
	Severity: evctl.Error,
	Doc: `The event is larger than allowed.

The broker refuses a record above its limit, and a relay that cannot publish one outbox row stops for all rows behind
it. So the limit holds where the event is written, below the limit of the topic (max-bytes in the section envelope of
evctl.yaml). The size is that of the text as it stands. An event over the limit is not parsed; put the bulk into a
store and its address into the event.`,
}
