package rules

import "github.com/evctl/evctl"

// DependencyAdded is a property that now asks for another.
var DependencyAdded = evctl.Rule{
	ID:       "compat/dependency-added",
	Severity: evctl.Error,
	Doc: `In the new schema the presence of one property asks for more.

Old events have the one without the other, and new readers refuse them. Leave
the dependency out and let readers cope with either.`,
}
