package rules

import "github.com/evctl/evctl"

// SubjectClaimedTwice reports: two files stand for the same version of a subject.
var SubjectClaimedTwice = evctl.Rule{
	ID:       "registry/subject-claimed-twice",
	Severity: evctl.Error,
	Doc: `Two files stand for the same version of a subject.

The layouts in evctl.yaml give both files one name. Tell them apart in the
layout's ` + "`" + `subject` + "`" + `, or exclude one by a narrower path.`,
}
