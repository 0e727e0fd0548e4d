package rules

import "github.com/evctl/evctl"

// SubjectRemoved reports: a published subject is gone.
var SubjectRemoved = evctl.Rule{
	ID:       "registry/subject-removed",
	Severity: evctl.Error,
	Doc: `A published subject is gone.

Its events outlive the code that wrote them. Put the folder back and mark the
subject ` + "`" + `deprecated` + "`" + ` in subject.yaml. A subject that is renamed is a new event
type: keep the old one, and publish the new one beside it.`,
}
