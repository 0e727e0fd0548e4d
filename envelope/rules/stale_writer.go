package rules

import "github.com/evctl/evctl"

// StaleWriter is the rule envelope/stale-writer.
var StaleWriter = evctl.Rule{
	ID:       "envelope/stale-writer",
	Severity: evctl.Error,
	Doc: `A writer of an older epoch goes on writing.

After a failover a higher epoch has taken over the aggregate. An event of a lower epoch that was not in the stream
before comes from a writer that was not fenced off: its change exists in a database that no longer counts. Fence old
writers in the database before the new epoch opens, and reconcile the event: apply it again or compensate it. An event
without writer_epoch counts as epoch 1. An event seen before is a re-delivery; one that left the window of remembered
events cannot be told apart, and is reported here.`,
}
