package exceptions

import (
	"slices"
	"time"

	"github.com/evctl/evctl"
)

// A Row is an exception as of a day, for a listing.
type Row struct {
	Exception
	State    string // pending, approved, denied, expired
	DaysLeft int    // until the last day; of an approved exception only
}

// List returns the valid exceptions in the order of the file.
func (f *File) List(now time.Time) []Row {
	rows := make([]Row, 0, len(f.Exceptions))
	for _, e := range f.Exceptions {
		row := Row{Exception: e, State: e.state(now)}
		if e.Decision == Approved {
			row.DaysLeft = daysLeft(e.ExpiresAt, now)
		}
		rows = append(rows, row)
	}
	return rows
}

// Faults returns the findings about entries that are not valid.
func (f *File) Faults() []evctl.Finding { return slices.Clone(f.faults) }
