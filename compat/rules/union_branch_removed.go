package rules

import "github.com/evctl/evctl"

// UnionBranchRemoved is a type of a union that new readers no longer read.
var UnionBranchRemoved = evctl.Rule{
	ID:       "compat/union-branch-removed",
	Severity: evctl.Error,
	Doc: `A union has lost a type that events already written hold.

New readers meet it in the topic, the archive or a replay and fail. Keep the
branch; null counts as one, so a nullable field stays nullable.`,
}
