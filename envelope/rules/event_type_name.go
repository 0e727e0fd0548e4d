package rules

import "github.com/evctl/evctl"

// EventTypeName is the rule envelope/event-type-name.
var EventTypeName = evctl.Rule{
	ID:       "envelope/event-type-name",
	Severity: evctl.Error,
	Doc: `The event type is not a dotted lower-case name.

The event type names the subject that holds its schema, and stands in topics, metrics and dead letters. It is two or
more parts joined by dots, each of lower-case letters, digits and underscores and starting with a letter: the domain,
then what happened, as in order.paid. Rename it in the producer and in the registry together.`,
}
