package rules

import "github.com/evctl/evctl"

// UnionWidened is a choice of schemas that allows more than published readers take.
var UnionWidened = evctl.Rule{
	ID:       "compat/union-widened",
	Severity: evctl.Error,
	Doc: `The choice of schemas in anyOf or oneOf allows more than published readers take.

The first event that follows the new branch stops every reader that has not
moved. Put the new form into a new optional property.`,
}
