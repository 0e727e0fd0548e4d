package rules

import "github.com/evctl/evctl"

// UniqueItemsAdded is an array whose items must all differ now.
var UniqueItemsAdded = evctl.Rule{
	ID:       "compat/unique-items-added",
	Severity: evctl.Error,
	Doc: `The new schema refuses arrays that hold an item twice.

Old events may hold repeated items, and new readers refuse them. Leave
` + "`" + `uniqueItems` + "`" + ` out, and drop the repeated ones where the array is produced.`,
}
