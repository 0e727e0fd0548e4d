package rules

import "github.com/evctl/evctl"

// RequiredFieldAdded is a field that new readers need and old events lack.
var RequiredFieldAdded = evctl.Rule{
	ID:       "compat/required-field-added",
	Severity: evctl.Error,
	Doc: `A field is new and new readers cannot do without it.

Events written before it do not have the field, so a new reader fails on each of
them: on what still lies in the topic, in the archive, in a replay. Give the field
a default or make it optional.`,
}
