package rules

import "github.com/evctl/evctl"

// Undecided is a question that the engine cannot answer.
var Undecided = evctl.Rule{
	ID:       "compat/undecided",
	Severity: evctl.Error,
	Doc: `The engine cannot tell whether the versions read each other's events.

It says so where a schema uses what it does not decide, or is too large to decide
within its limits, and never takes that for a pass. The finding names the place.
Write that part of the schema more simply, leave it as published, or file an
exception once somebody has looked at the change.`,
}
