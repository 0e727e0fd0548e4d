package schema

import "github.com/evctl/evctl"

// UnionDefaultBranch is a default that old implementations refuse.
var UnionDefaultBranch = evctl.Rule{
	ID:       "schema/union-default-branch",
	Severity: evctl.Warning,
	Doc: `A union's default is not of the union's first type.

Avro allows that from 1.12 on; implementations of earlier versions refuse the whole
schema, and with it every event. Put the default's type first.`,
}
