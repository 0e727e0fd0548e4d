package rules

import "github.com/evctl/evctl"

// ItemsClosed is an array that takes fewer items beyond those it lists.
var ItemsClosed = evctl.Rule{
	ID:       "compat/items-closed",
	Severity: evctl.Error,
	Doc: `The new schema refuses items that old arrays may hold beyond those listed.

New readers refuse each old event whose array is longer than the list. Leave the
schema of further items as published.`,
}
