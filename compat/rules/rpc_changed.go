package rules

import "github.com/evctl/evctl"

// RPCChanged is a method with another signature.
var RPCChanged = evctl.Rule{
	ID:       "compat/rpc-changed",
	Severity: evctl.Error,
	Doc: `A method of a service has other messages, streaming or idempotency.

Clients and servers of different versions send what the other does not expect. Add
a method with a new name instead.`,
}
