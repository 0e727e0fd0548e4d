package rules

import "github.com/evctl/evctl"

// VersionConflict is the rule envelope/version-conflict.
var VersionConflict = evctl.Rule{
	ID:       "envelope/version-conflict",
	Severity: evctl.Error,
	Doc: `Two events claim one version of an aggregate.

Same aggregate, epoch and version, but another event id: two writers changed the aggregate at once, or one wrote an
event twice with fresh ids. Half of the consumers apply the first, half the second. Bump the version in the same
statement that changes the row, with a condition on the old version, and draw the event id once. Versions may be used
again only by a higher epoch.`,
}
