package rules

import "github.com/evctl/evctl"

// DecimalPrecisionChanged is a decimal with another number of digits.
var DecimalPrecisionChanged = evctl.Rule{
	ID:       "compat/decimal-precision-changed",
	Severity: evctl.Warning,
	Doc: `A decimal admits another number of digits.

Numbers read as written, but one side may meet more digits than it has room for:
a database column, say, that was sized by the schema.`,
}
