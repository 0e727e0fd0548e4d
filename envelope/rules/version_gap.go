package rules

import "github.com/evctl/evctl"

// VersionGap is the rule envelope/version-gap.
var VersionGap = evctl.Rule{
	ID:       "envelope/version-gap",
	Severity: evctl.Error,
	Doc: `Versions of an aggregate are missing from the stream.

Within one epoch the versions of an aggregate follow one another without a gap: that is how a consumer notices a lost
event, and why it waits when one is missing. The first version seen may be any, since a stream may begin anywhere. Find
the missing events in the outbox or its archive and publish them again.`,
}
