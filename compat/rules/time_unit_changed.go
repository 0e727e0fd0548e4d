package rules

import "github.com/evctl/evctl"

// TimeUnitChanged is a time that counts another fraction of a second.
var TimeUnitChanged = evctl.Rule{
	ID:       "compat/time-unit-changed",
	Severity: evctl.Error,
	Doc: `A time or timestamp counts in another unit: it still reads, as another moment.

Milliseconds taken for microseconds put an event of today into January 1970.
Nothing fails. Add a field with the new unit.`,
}
