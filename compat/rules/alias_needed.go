package rules

import "github.com/evctl/evctl"

// AliasNeeded is a type or field that new readers find by an alias only.
var AliasNeeded = evctl.Rule{
	ID:       "compat/alias-needed",
	Severity: evctl.Info,
	Doc: `A named type or a field has another name and carries the old one as an alias.

By the specification new readers may use aliases to read old events; not every
implementation does. Try the one that your consumers run.`,
}
