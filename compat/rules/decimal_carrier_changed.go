package rules

import "github.com/evctl/evctl"

// DecimalCarrierChanged is a decimal that other bytes carry.
var DecimalCarrierChanged = evctl.Rule{
	ID:       "compat/decimal-carrier-changed",
	Severity: evctl.Info,
	Doc: `A decimal of the same precision and scale stands in another type: bytes for fixed, or a fixed of another name or size.

By the specification decimals resolve by precision and scale, whatever carries
them. Some implementations look at the type beneath alone and refuse. Try the one
that your consumers run, or keep the type.`,
}
