package parse

import "github.com/evctl/evctl"

// UnresolvedRef is a reference that leads nowhere.
var UnresolvedRef = evctl.Rule{
	ID:       "parse/unresolved-ref",
	Severity: evctl.Error,
	Doc: `The schema refers to something that nothing declares.

References resolve inside the registry and the declared root only, never over the
network. Check the name, and that the file it stands in is listed among the
subject's references.`,
}
