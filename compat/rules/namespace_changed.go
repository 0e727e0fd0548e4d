package rules

import "github.com/evctl/evctl"

// NamespaceChanged is a named type in another namespace.
var NamespaceChanged = evctl.Rule{
	ID:       "compat/namespace-changed",
	Severity: evctl.Info,
	Doc: `A named type has moved to another namespace.

Avro 1.12 resolves by the unqualified name, so readers of both versions go on.
Some implementations compare full names, at least within unions, and refuse. An
alias with the old full name helps new readers everywhere.`,
}
