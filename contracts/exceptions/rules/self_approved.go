package rules

import "github.com/evctl/evctl"

// SelfApproved is an exception whose owner approved it.
var SelfApproved = evctl.Rule{
	ID:       "exception/self-approved",
	Severity: evctl.Error,
	Doc: `An exception is approved by the one who asked for it.

A waiver is a decision of those who carry the risk for everybody, not of the one who gains time by it. Until another
person approves, the exception waives nothing.

Let somebody of ` + "`org.approvers`" + ` decide and put their name in ` + "`approver`" + `. Names are compared without case and without a
leading ` + "`@`" + `.`,
}
