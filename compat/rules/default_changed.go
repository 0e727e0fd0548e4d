package rules

import "github.com/evctl/evctl"

// DefaultChanged is a field whose default is another.
var DefaultChanged = evctl.Rule{
	ID:       "compat/default-changed",
	Severity: evctl.Warning,
	Doc: `A field has another default.

New readers fill it into events that were written before the field was, so one
event means one thing to readers of either version. Defaults are part of what old
events say; change one only if no such event is read any more. In Protobuf
every absent field reads as its default, whoever wrote the event, so there it is an
error.`,
}
