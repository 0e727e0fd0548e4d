package rules

import "github.com/evctl/evctl"

// ItemsOpened is an array that takes items beyond those that published readers know.
var ItemsOpened = evctl.Rule{
	ID:       "compat/items-opened",
	Severity: evctl.Error,
	Doc: `The new schema takes items that published readers refuse beyond those listed.

The first longer array stops every reader that has not moved. Leave the schema
of further items as published.`,
}
