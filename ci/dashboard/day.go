package dashboard

import (
	"fmt"
	"time"
)

// A Day is a date as YYYY-MM-DD; the empty one is no day.
type Day string

// DayOf returns the day of an instant in UTC; the zero time is no day.
func DayOf(t time.Time) Day {
	if t.IsZero() {
		return ""
	}
	return Day(t.UTC().Format(time.DateOnly))
}

// ParseDay reads YYYY-MM-DD.
func ParseDay(text string) (Day, error) {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return "", fmt.Errorf("%q is no day, want YYYY-MM-DD", text)
	}
	return Day(text), nil
}

// Time returns the first instant of the day, in UTC; no day is the zero time.
func (d Day) Time() time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// To counts the days until another; ok is false if one of them is no day.
func (d Day) To(other Day) (days int, ok bool) {
	if d == "" || other == "" {
		return 0, false
	}
	return int(other.Time().Sub(d.Time()) / (24 * time.Hour)), true
}
