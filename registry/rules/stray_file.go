package rules

import "github.com/evctl/evctl"

// StrayFile reports: a schema file in a subject's folder has no version for a name.
var StrayFile = evctl.Rule{
	ID:       "registry/stray-file",
	Severity: evctl.Warning,
	Doc: `A schema file in a subject's folder has no version for a name.

evctl reads files that are called by their number, such as ` + "`" + `3.json` + "`" + `; any other
schema file beside them is checked by nobody. Rename it, or move it out of the
registry.`,
}
