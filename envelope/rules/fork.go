package rules

import "github.com/evctl/evctl"

// Fork is the rule envelope/fork.
var Fork = evctl.Rule{
	ID:       "envelope/fork",
	Severity: evctl.Error,
	Doc: `Two regions tell two stories of an aggregate.

Both dumps hold the same version of the aggregate, one with another epoch or other content than the other. After a
failover both sides accepted writes: each change was confirmed to somebody, and consumers that follow one region have
another state than those that follow the other. Take the event of the higher epoch as what happened, apply what the
other one says as a new event or compensate it, and fence the old writers off before an epoch opens. Where a dump
itself holds several epochs of a version, its highest counts.`,
}
