package rules

import "github.com/evctl/evctl"

// Expired is an approved exception after its last day.
var Expired = evctl.Rule{
	ID:       "exception/expired",
	Severity: evctl.Error,
	Doc: `An approved exception is past its last day and waives nothing any more.

An exception buys time; when the time is over the finding counts again. It is an error where the exception
speaks of a finding of this run, and in a run over everything (` + "`evctl check --all`" + `); elsewhere it is a warning, so that a
change that has nothing to do with it can go on.

Mend the finding and delete the entry. If more time is needed, file a new exception with an id and a reason of its own:
moving the date of the old one is a new approval and needs the approvers again.`,
}
