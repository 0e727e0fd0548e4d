package rules

import "github.com/evctl/evctl"

// SameChange is an approval that the base branch does not have yet.
var SameChange = evctl.Rule{
	ID:       "exception/same-change",
	Severity: evctl.Warning,
	Doc: `An approval is new in the change under review, so it does not count yet.

If a change could bring the waiver of its own findings along, the gate would be a formality. An approval counts once it is on
the base branch. Widening, prolonging or re-approving an old exception is a new approval too; a new reason or link is not.

Merge the exception first, in a change of its own that the approvers review. A team whose reviewers own the exceptions file
anyway may set ` + "`exceptions.same-change: allow`" + `; that setting, too, is read from the base branch.`,
}
