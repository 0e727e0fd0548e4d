package rules

import "github.com/evctl/evctl"

// UnionBranchAdded is a type in a union that old readers have no branch for.
var UnionBranchAdded = evctl.Rule{
	ID:       "compat/union-branch-added",
	Severity: evctl.Error,
	Doc: `A union, or a type that became one, admits a type that published readers do not read.

The first event that makes use of it stops them; null counts as a type, so a field
that becomes nullable breaks readers too. Put the new type into a new field with a
default.`,
}
