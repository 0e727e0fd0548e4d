package rules

import "github.com/evctl/evctl"

// CountFromOne is the rule envelope/count-from-one.
var CountFromOne = evctl.Rule{
	ID:       "envelope/count-from-one",
	Severity: evctl.Error,
	Doc: `A version or an epoch is below one.

schema_version, aggregate_version and writer_epoch start at 1. A zero is what an unset variable leaves, and a consumer
whose high-water mark starts at zero takes such an event for one it has applied, and drops it.`,
}
