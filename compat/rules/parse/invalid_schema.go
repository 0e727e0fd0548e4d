package parse

import "github.com/evctl/evctl"

// InvalidSchema is a text that is no schema of its language.
var InvalidSchema = evctl.Rule{
	ID:       "parse/invalid-schema",
	Severity: evctl.Error,
	Doc: `The text is no schema of its language, so no reader or writer can use it.

The finding says what was found and what the language wants there.`,
}
