package parse

import "github.com/evctl/evctl"

// InvalidJSON is a text that is not JSON.
var InvalidJSON = evctl.Rule{
	ID:       "parse/invalid-json",
	Severity: evctl.Error,
	Doc: `The text is not JSON, or is beyond the limits that keep the tool safe.

Names may stand once in an object, nothing may follow the document, and the text
is UTF-8 without a byte order mark. The limits are 16 MiB and 500 levels of
nesting.`,
}
