package rules

import "github.com/evctl/evctl"

// StringFormatWidened is strings of any form where published readers assert a format.
var StringFormatWidened = evctl.Rule{
	ID:       "compat/string-format-widened",
	Severity: evctl.Error,
	Doc: `The new schema drops a format that published readers assert.

With ` + "`" + `semantics.formats: assert` + "`" + ` the first string of another form stops every
reader that has not moved. Leave ` + "`" + `format` + "`" + ` as published.`,
}
