package contract

import "github.com/evctl/evctl"

// VersionUnknown is a version that a contract consumes and nobody published.
var VersionUnknown = evctl.Rule{
	ID:       "contract/version-unknown",
	Severity: evctl.Error,
	Doc: `A contract consumes a version that is not published.

What a consumer declares to read decides whom a change breaks, and when a version may be retired. A number that stands for no schema
protects nobody.

List the versions that the consumer's code reads, from those that ` + "`evctl registry ls`" + ` shows. Event types that this registry does not know
at all are another registry's, and not judged.`,
}
