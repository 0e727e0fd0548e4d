package rules

import "github.com/evctl/evctl"

// ReservationRemoved is a reserved number or name that may be used again.
var ReservationRemoved = evctl.Rule{
	ID:       "compat/reservation-removed",
	Severity: evctl.Error,
	Doc: `A reserved number or name is free again.

It was reserved because events exist that carry it for a field or value that is
gone. A new field there reads those events' values as its own, often without an
error. A reservation is for ever.`,
}
