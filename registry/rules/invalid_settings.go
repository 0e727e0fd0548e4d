package rules

import "github.com/evctl/evctl"

// InvalidSettings reports: a subject.yaml cannot be understood.
var InvalidSettings = evctl.Rule{
	ID:       "registry/invalid-settings",
	Severity: evctl.Error,
	Doc: `A subject.yaml cannot be understood.

A key that is misspelt would silently not count, so unknown keys are errors.
The known ones are owner, mode, policy, readers, topic, message, encoding,
description, deprecated, sunset and retired.`,
}
