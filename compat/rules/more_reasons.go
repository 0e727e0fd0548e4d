package rules

import "github.com/evctl/evctl"

// MoreReasons is a list of reasons that was cut.
var MoreReasons = evctl.Rule{
	ID:       "compat/more-reasons",
	Severity: evctl.Info,
	Doc: `There are more reasons than are listed.

After twenty reasons in one direction the engine stops to look for further ones:
most often something near the root has changed, and one edit mends them all. It
also stops in schemas with more paths than it can look at one by one. Mend those
listed and run again.`,
}
