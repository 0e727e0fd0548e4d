package rules

import "github.com/evctl/evctl"

// UnionNarrowed is a choice of schemas that allows less.
var UnionNarrowed = evctl.Rule{
	ID:       "compat/union-narrowed",
	Severity: evctl.Error,
	Doc: `The choice of schemas in anyOf or oneOf allows less than before.

Old events follow a branch that is gone or has become stricter, or two branches
of a oneOf at once, and new readers refuse them. Keep every branch as published;
a branch may be added to anyOf.`,
}
