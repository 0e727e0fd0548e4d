package rules

import "github.com/evctl/evctl"

// Drift reports: git and the remote registry disagree about what is published.
var Drift = evctl.Rule{
	ID:       "registry/drift",
	Severity: evctl.Error,
	Doc: `Git and the remote registry disagree about what is published.

One of the two serves a version that the other does not know, or other text
under the same number; producers and consumers then hold different contracts.
Find out which one events were written with, and bring the other in line.
A version that git has and the registry does not have yet is no drift while it is
newer than all of the registry's.`,
}
