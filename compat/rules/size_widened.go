package rules

import "github.com/evctl/evctl"

// SizeWidened is sizes of an array or object that published readers refuse.
var SizeWidened = evctl.Rule{
	ID:       "compat/size-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows sizes of an array or an object that published readers refuse.

The first event that makes use of it stops every reader that has not moved.
Leave the keyword as published, or retire the versions that set the old bound.`,
}
