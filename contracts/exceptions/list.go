package exceptions

import (
	"slices"
	"time"

	"github.com/evctl/evctl"
)

// A Row is an exception as of a day, for a listing.
type Row struct {
	Exception
	State    string    // pending, approved, denied, expired, closed
	DaysLeft int       // until the last day; of an approved or expired exception only
	Due      time.Time // the last day for the decision
	// Took counts the business days from filing to the decision or, while
	// there is none, to today.
	Took     int
	Renewals int // how often the waiver was renewed before
}

// List returns the valid exceptions in the order of the file.
func (f *File) List(now time.Time, calendar Calendar) []Row {
	rows := make([]Row, 0, len(f.Exceptions))
	renewals := map[string]int{}
	for _, e := range f.Exceptions {
		row := Row{Exception: e, State: e.State(now), Due: calendar.Due(e.FiledAt), Took: calendar.BusinessDays(e.FiledAt, now)}
		if e.Decision != Pending {
			row.Took = calendar.BusinessDays(e.FiledAt, e.DecidedAt)
		}
		if row.State == string(Approved) || row.State == Expired {
			row.DaysLeft = daysLeft(e.ExpiresAt, now)
		}
		if e.Renews != "" {
			renewals[e.ID] = renewals[e.Renews] + 1
			row.Renewals = renewals[e.ID]
		}
		rows = append(rows, row)
	}
	return rows
}

// Overdue reports whether the decision is late: not made yet, or made after
// its last day.
func (r Row) Overdue() bool { return r.Took > decisionDays }

// NeedsAction reports whether somebody should act now: decide what waits too
// long, or renew or end what expires within 14 days or has expired.
func (r Row) NeedsAction() bool {
	switch r.State {
	case string(Pending):
		return r.Overdue()
	case string(Approved), Expired:
		return r.DaysLeft <= warningDays
	}
	return false
}

// Faults returns the findings about entries that are not valid.
func (f *File) Faults() []evctl.Finding { return slices.Clone(f.faults) }
