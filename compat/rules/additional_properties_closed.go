package rules

import "github.com/evctl/evctl"

// AdditionalPropertiesClosed is an object that no longer takes properties it does not declare.
var AdditionalPropertiesClosed = evctl.Rule{
	ID:       "compat/additional-properties-closed",
	Severity: evctl.Error,
	Doc: `The new schema takes fewer undeclared properties than the published one.

Old events may hold properties that no version declares, and new readers refuse
them. Leave the object as open as it was published.`,
}
