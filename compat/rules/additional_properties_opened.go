package rules

import "github.com/evctl/evctl"

// AdditionalPropertiesOpened is an object that takes undeclared properties which published readers refuse.
var AdditionalPropertiesOpened = evctl.Rule{
	ID:       "compat/additional-properties-opened",
	Severity: evctl.Error,
	Doc: `The new schema takes undeclared properties that published readers refuse.

The first event that makes use of it stops every reader whose schema is closed.
Leave the object as it was published.`,
}
