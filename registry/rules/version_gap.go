package rules

import "github.com/evctl/evctl"

// VersionGap reports: the versions of a subject are not 1, 2, 3 without a gap.
var VersionGap = evctl.Rule{
	ID:       "registry/version-gap",
	Severity: evctl.Error,
	Doc: `The versions of a subject are not 1, 2, 3 without a gap.

A missing number means a version that nobody can read, or a file with a wrong
name. Number the files from 1, one after the other.`,
}
