package rules

import "github.com/evctl/evctl"

// UniqueItemsRemoved is an array whose items may repeat, where published readers want them to differ.
var UniqueItemsRemoved = evctl.Rule{
	ID:       "compat/unique-items-removed",
	Severity: evctl.Error,
	Doc: `The new schema allows arrays that hold an item twice, which published readers refuse.

The first array with a repeated item stops every reader that has not moved. Keep
` + "`" + `uniqueItems` + "`" + `.`,
}
