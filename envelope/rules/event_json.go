package rules

import "github.com/evctl/evctl"

// EventJSON is the rule envelope/event-json.
var EventJSON = evctl.Rule{
	ID:       "envelope/event-json",
	Severity: evctl.Error,
	Doc: `The event is not one JSON object.

The text is not JSON, or it is JSON that two readers may understand differently: a name that stands twice, invalid
UTF-8, a second value after the first, nesting beyond the limit. Whoever comes first decides what the event means, so
nothing else about it is checked. Write the event with a JSON encoder, one object, UTF-8 without a byte order mark.`,
}
