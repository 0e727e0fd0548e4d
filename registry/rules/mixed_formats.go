package rules

import "github.com/evctl/evctl"

// MixedFormats reports: a subject has versions in more than one schema language.
var MixedFormats = evctl.Rule{
	ID:       "registry/mixed-formats",
	Severity: evctl.Error,
	Doc: `A subject has versions in more than one schema language.

No reader of one language can read the events of the other, so the versions
cannot be compared. Publish the new language as a subject of its own, and one
file only for each version.`,
}
