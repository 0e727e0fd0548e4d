package rules

import "github.com/evctl/evctl"

// StringFormatNarrowed is a format that old strings need not have.
var StringFormatNarrowed = evctl.Rule{
	ID:       "compat/string-format-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema asserts a format that old strings need not have.

With ` + "`" + `semantics.formats: assert` + "`" + ` new readers refuse old strings of another form.
Leave ` + "`" + `format` + "`" + ` as published. As an annotation, the default, a format refuses
nothing and is no finding.`,
}
