package rules

import "github.com/evctl/evctl"

// RequiredFieldRemoved is a field that old readers need and new events lack.
var RequiredFieldRemoved = evctl.Rule{
	ID:       "compat/required-field-removed",
	Severity: evctl.Error,
	Doc: `A field is gone that published readers cannot do without.

Consumers still on an older version fail at the first event without it. Keep
writing the field until they have moved; then retire the versions that need it.`,
}
