package rules

import "github.com/evctl/evctl"

// MultipleWidened is a multipleOf that more numbers meet.
var MultipleWidened = evctl.Rule{
	ID:       "compat/multiple-widened",
	Severity: evctl.Error,
	Doc: `The new schema allows numbers that published readers want to be multiples.

A reader that insists on cents refuses the first event with a tenth of one.
Leave the keyword as published, or retire the versions that ask for the coarser
step.`,
}
