package schema

import "github.com/evctl/evctl"

// RequiredUndeclared is a required name that nothing describes.
var RequiredUndeclared = evctl.Rule{
	ID:       "schema/required-undeclared",
	Severity: evctl.Warning,
	Doc: `A property is required, and nothing says what it is.

Readers insist on the name and take any value under it, null as well. Mostly the
name is misspelt in ` + "`required`" + `, or its declaration went away without it; what was
meant to be optional then is required, or the other way round. Declare the
property, or take the name out of the list: later, either breaks readers or
writers.`,
}
