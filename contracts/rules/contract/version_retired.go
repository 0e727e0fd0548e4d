package contract

import "github.com/evctl/evctl"

// VersionRetired is a retired version that a contract consumes.
var VersionRetired = evctl.Rule{
	ID:       "contract/version-retired",
	Severity: evctl.Error,
	Doc: `A contract consumes a version that is retired.

Nobody compares new schemas with a retired version any more, so the next event may be one that this consumer cannot read.

Move the consumer to a version that is not retired. If the version was retired by mistake, take it out of ` + "`retired`" + ` in the subject's
` + "`subject.yaml`" + `: then changes are compared with it again.`,
}
