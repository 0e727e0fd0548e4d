package exceptions

import (
	"fmt"
	"time"
)

// warningDays is how long before its last day an exception is reported.
const warningDays = 14

// graceDays is how long an exception may wait for the change it was filed for.
const graceDays = 14

// endOf returns the first instant after the day, in UTC.
func endOf(day time.Time) time.Time { return day.AddDate(0, 0, 1) }

// LatestExpiry is the last day of the second calendar quarter after the one in
// which the exception was decided (RFC: expiry within two quarters).
func LatestExpiry(decided time.Time) time.Time {
	quarter := (int(decided.Month()) - 1) / 3
	firstAfter := time.Month((quarter+3)*3 + 1)
	return time.Date(decided.Year(), firstAfter, 0, 0, 0, 0, 0, time.UTC)
}

// daysLeft counts the days from now's date to the last day: 0 on the day itself.
func daysLeft(expires, now time.Time) int { return dayNumber(expires) - dayNumber(now) }

// within words a number of days left.
func within(days int) string {
	switch days {
	case 0:
		return "today"
	case 1:
		return "tomorrow"
	}
	return fmt.Sprintf("in %d days", days)
}

// format prints a day; the zero time is no day.
func format(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}
