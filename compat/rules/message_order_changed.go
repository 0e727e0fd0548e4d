package rules

import "github.com/evctl/evctl"

// MessageOrderChanged is a message at another index in its file.
var MessageOrderChanged = evctl.Rule{
	ID:       "compat/message-order-changed",
	Severity: evctl.Info,
	Doc: `The subject's message stands at another place in its file.

Events framed for a schema registry name their message by its index in the schema
they name. Consumers that follow the schema id read them as before; one that has the
index of an old version built in picks another message.`,
}
