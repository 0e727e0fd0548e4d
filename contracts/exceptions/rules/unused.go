package rules

import "github.com/evctl/evctl"

// Unused is an approved exception that waives nothing.
var Unused = evctl.Rule{
	ID:       "exception/unused",
	Severity: evctl.Warning,
	Doc: `An approved exception matches no finding.

The debt is paid, or the entry never matched what it was meant for. An entry left behind would silently waive the same
mistake if somebody made it again.

Delete the entry. It is reported only by runs that look at everything its rules could find (` + "`evctl check --all`" + `): in a
pull request that does not touch the subject, not finding it means nothing. Nor is it reported in the first 14 days after the
decision, since the change that needs the exception is merged after it.`,
}
