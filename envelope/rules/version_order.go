package rules

import "github.com/evctl/evctl"

// VersionOrder is the rule envelope/version-order.
var VersionOrder = evctl.Rule{
	ID:       "envelope/version-order",
	Severity: evctl.Error,
	Doc: `A version of an aggregate comes after a higher one.

The event was not in the stream before, so this is no re-delivery: it was overtaken. Consumers that apply the next
version only have stopped at the gap, those that keep a high-water mark drop the late event. Publish an aggregate
from one place at a time, keyed by aggregate id, and wait for each acknowledgement or use an idempotent producer.`,
}
