package rules

import "github.com/evctl/evctl"

// VersionImmutable reports: a published version was changed.
var VersionImmutable = evctl.Rule{
	ID:       "registry/version-immutable",
	Severity: evctl.Error,
	Doc: `A published version was changed.

Consumers read old events with the version they were written with, caches keep
it for ever, and a producer elsewhere may already hold the old text. Put the
published text back and add the change as the next version. Spacing, the order
of names and, in Protobuf, comments may change; descriptions may not.

If the base branch published the same number while your branch was open, take
the next free number.`,
}
