package rules

import "github.com/evctl/evctl"

// Expiring is an approved exception in its last 14 days.
var Expiring = evctl.Rule{
	ID:       "exception/expiring",
	Severity: evctl.Warning,
	Doc: `An approved exception ends within 14 days.

On the day after its last day (UTC) the finding it waives becomes an error again, and whoever opens the next pull request
finds out. The owner should know before that.

Mend the finding, or file a follow-up exception now: a decision may take five business days.`,
}
