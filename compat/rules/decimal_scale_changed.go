package rules

import "github.com/evctl/evctl"

// DecimalScaleChanged is a decimal whose point moved.
var DecimalScaleChanged = evctl.Rule{
	ID:       "compat/decimal-scale-changed",
	Severity: evctl.Error,
	Doc: `A decimal has another scale: the bytes still read, as another number.

Nothing fails, and amounts are off by powers of ten. The bytes of a decimal hold
its digits only, the point stands in the schema; a reader that resolves bytes to
bytes applies its own. Add a field with the new scale.`,
}
