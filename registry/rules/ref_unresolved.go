package rules

import "github.com/evctl/evctl"

// RefUnresolved reports: a schema refers to something that is not in the registry.
var RefUnresolved = evctl.Rule{
	ID:       "registry/ref-unresolved",
	Severity: evctl.Error,
	Doc: `A schema refers to something that is not in the registry.

References and imports lead to versions in the registry (` + "`" + `events/money@2` + "`" + `), to
the ` + "`" + `$id` + "`" + ` of a registered document, or to files below the declared root. Nothing
is ever fetched: a schema must mean the same tomorrow and offline. Copy the
document into the registry, or write the reference as a schema ref with its
version, which stays unambiguous when the next version comes.`,
}
