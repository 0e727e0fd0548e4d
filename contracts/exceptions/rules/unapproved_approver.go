package rules

import "github.com/evctl/evctl"

// UnapprovedApprover is an exception approved by somebody who may not.
var UnapprovedApprover = evctl.Rule{
	ID:       "exception/unapproved-approver",
	Severity: evctl.Error,
	Doc: `An exception is approved by somebody who is not among the approvers.

Who may approve stands in ` + "`org.approvers`" + ` of the configuration on the base branch. The copy in the change under review does
not count, or a change could appoint its own judge. Until an approver decides, the exception waives nothing.

Ask one of those named to decide, or first merge a change that adds the approver.`,
}
