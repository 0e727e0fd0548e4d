package rules

import "github.com/evctl/evctl"

// Overdue is a pending exception that the approvers have not decided in time.
var Overdue = evctl.Rule{
	ID:       "exception/overdue",
	Severity: evctl.Warning,
	Doc: `An exception waits for a decision for more than five business days.

Whoever filed it is blocked, and learns that filing does not help. The RFC promises an answer within five business days; the day
of filing does not count, nor do weekends and the holidays of ` + "`org.calendar`" + `.

Decide: ` + "`evctl exceptions decide ID --approve --approver NAME`, or `--deny`" + `. A denial is an answer, too. What nobody
needs any more is closed by its owner: set ` + "`closed_at`" + `.`,
}
