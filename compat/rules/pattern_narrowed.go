package rules

import "github.com/evctl/evctl"

// PatternNarrowed is a pattern that fewer strings match.
var PatternNarrowed = evctl.Rule{
	ID:       "compat/pattern-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema wants a pattern that old strings need not match.

New readers refuse old events whose string the new pattern leaves out. Leave the
keyword as published. Patterns are compared by the strings that they match, not
by their text, so another spelling of the same pattern is no finding.`,
}
