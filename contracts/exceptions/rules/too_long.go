package rules

import "github.com/evctl/evctl"

// TooLong is an exception that outlives the second quarter after its decision.
var TooLong = evctl.Rule{
	ID:       "exception/too-long",
	Severity: evctl.Error,
	Doc: `An exception runs longer than the second calendar quarter after its decision.

One decided on any day from July to September may run until the 31st of March. A waiver that nobody has to look at again becomes the
rule. Until the date is within the limit, the exception waives nothing.

Set ` + "`expires_at`" + ` to the last day that the message names, or earlier.`,
}
