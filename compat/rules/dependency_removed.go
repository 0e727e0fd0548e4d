package rules

import "github.com/evctl/evctl"

// DependencyRemoved is a property that no longer asks for another, where published readers do.
var DependencyRemoved = evctl.Rule{
	ID:       "compat/dependency-removed",
	Severity: evctl.Error,
	Doc: `Published readers want a property to come with another; the new schema does not.

The first event that has the one without the other stops every reader that has
not moved. Keep the dependency.`,
}
