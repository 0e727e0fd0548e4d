package rules

import "github.com/evctl/evctl"

// RefOutsideRoot reports: a schema refers to a file outside the declared root.
var RefOutsideRoot = evctl.Rule{
	ID:       "registry/ref-outside-root",
	Severity: evctl.Error,
	Doc: `A schema refers to a file outside the declared root.

A reference that leaves the root could read anything on the machine that runs
the check, and nobody else would find the file. Move the file below the root, or
declare a wider ` + "`" + `root` + "`" + ` in the layout.`,
}
