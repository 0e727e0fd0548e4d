package rules

import "github.com/evctl/evctl"

// FixedSizeChanged is a fixed type of another size.
var FixedSizeChanged = evctl.Rule{
	ID:       "compat/fixed-size-changed",
	Severity: evctl.Error,
	Doc: `A fixed type has another number of bytes.

A reader takes exactly as many bytes as its schema says and would lose its place
in the event, so resolution refuses the type. Add a field of a new fixed type, or
use bytes where the length may vary.`,
}
