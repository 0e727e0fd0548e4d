package rules

import "github.com/evctl/evctl"

// OutboxDuplicate is the rule envelope/outbox-duplicate.
var OutboxDuplicate = evctl.Rule{
	ID:       "envelope/outbox-duplicate",
	Severity: evctl.Error,
	Doc: `The outbox holds an event twice.

A topic may deliver an event again; an outbox is a table with the event id as its key, so a second row means that the
key is missing or spans more than the id (a partitioned table needs the partition key in it). Every relay run then
publishes both. Make the id unique for the rows that can meet.`,
}
