package rules

import "github.com/evctl/evctl"

// UnreadableFile reports: a schema file cannot be read.
var UnreadableFile = evctl.Rule{
	ID:       "registry/unreadable-file",
	Severity: evctl.Error,
	Doc: `A schema file cannot be read.

It is over the size limit, a symbolic link, or missing from this clone. Nothing
is known about a version that was not read, so it does not pass.`,
}
