package rules

import "github.com/evctl/evctl"

// UnionNameShared is an optional property that one branch of a union gets or
// loses while another branch has it.
var UnionNameShared = evctl.Rule{
	ID:       "compat/union-name-shared",
	Severity: evctl.Error,
	Doc: `A branch of a union gets or loses an optional property whose name another branch declares.

Adding and removing an optional property is safe as long as the other side does
not know its name: then producers do not write it, and consumers drop it. In a
` + "`oneOf` or `anyOf`" + ` a name is known to all branches as soon as one declares it. Where
a branch says nothing of it, an event of that branch may carry any value under it,
and where a branch is closed, none. So the branch does not get something new: it
narrows or widens what it took before. Give the branch a name of its own; or
declare the property beside the union, from the first version on.`,
}
