package rules

import "github.com/evctl/evctl"

// BoundWidened is a range of numbers that grew.
var BoundWidened = evctl.Rule{
	ID:       "compat/bound-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows numbers that published readers refuse.

The first event beyond the old bound stops every reader that has not moved.
Leave the keyword as published, or retire the versions that hold readers to it.`,
}
