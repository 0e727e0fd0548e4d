package rules

import "github.com/evctl/evctl"

// MessageRemoved is a schema without the message its subject stands for.
var MessageRemoved = evctl.Rule{
	ID:       "compat/message-removed",
	Severity: evctl.Error,
	Doc: `The schema does not have the message that the subject stands for.

Readers of the one version have nothing to read events of the other with. Keep the
message; an event of another kind belongs to another subject. The other messages of
the file are free to come and go.`,
}
