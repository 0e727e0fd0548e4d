package rules

import "github.com/evctl/evctl"

// TypeRenamed is a record, enum or fixed type under another name.
var TypeRenamed = evctl.Rule{
	ID:       "compat/type-renamed",
	Severity: evctl.Error,
	Doc: `A named type has another name, and readers resolve named types by name.

The reader refuses a record because it is called otherwise, even if every field is
the same. Keep the name. An alias with the old name lets new readers read old
events; old readers know nothing of it.`,
}
