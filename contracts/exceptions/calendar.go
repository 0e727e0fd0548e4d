package exceptions

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/internal/yamldoc"
)

// decisionDays is how many business days the approvers have (RFC: decision
// within five business days).
const decisionDays = 5

// A Calendar tells business days from others. The zero value knows Monday to
// Friday and no holidays. Days are those of UTC, as in the exceptions file.
type Calendar struct {
	workdays map[time.Weekday]bool // nil: Monday to Friday
	holidays []int                 // day numbers, ascending, without duplicates
}

// calendarFile is the file that org.calendar names.
type calendarFile struct {
	Version  int      `yaml:"version"`
	Workdays []string `yaml:"workdays"` // monday … sunday
	Holidays []string `yaml:"holidays"` // YYYY-MM-DD
}

// ParseCalendar reads the organisation's calendar. The error has a position.
func ParseCalendar(name string, text []byte) (Calendar, error) {
	doc, err := yamldoc.Parse(name, text)
	if err != nil {
		return Calendar{}, err
	}
	content := calendarFile{Version: 1}
	if err := doc.Decode(&content); err != nil {
		return Calendar{}, err
	}
	if content.Version != 1 {
		return Calendar{}, &yamldoc.Error{Position: doc.Position("version"), Message: "want version: 1, the only one there is"}
	}
	var c Calendar
	for i, name := range content.Workdays {
		day := slices.Index(weekdays, name)
		if day < 0 {
			return Calendar{}, &yamldoc.Error{Position: doc.Position("workdays", i), Message: "unknown day " + name + cmp.Or(suggest.Hint(name, weekdays), ": want one of "+strings.Join(weekdays, ", "))}
		}
		if c.workdays == nil {
			c.workdays = map[time.Weekday]bool{}
		}
		c.workdays[time.Weekday(day)] = true
	}
	for i, text := range content.Holidays {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return Calendar{}, &yamldoc.Error{Position: doc.Position("holidays", i), Message: text + " is no day, want YYYY-MM-DD"}
		}
		c.holidays = append(c.holidays, dayNumber(day))
	}
	slices.Sort(c.holidays)
	c.holidays = slices.Compact(c.holidays)
	return c, nil
}

// weekdays are the names of days in the order of time.Weekday.
var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// IsBusinessDay reports whether people work on a day.
func (c Calendar) IsBusinessDay(day time.Time) bool {
	_, holiday := slices.BinarySearch(c.holidays, dayNumber(day))
	return !holiday && c.isWorkday(day.UTC().Weekday())
}

func (c Calendar) isWorkday(day time.Weekday) bool {
	if c.workdays == nil {
		return day != time.Saturday && day != time.Sunday
	}
	return c.workdays[day]
}

// BusinessDays counts the business days after one day up to and with another:
// none if that is not later.
func (c Calendar) BusinessDays(from, to time.Time) int {
	first, last := dayNumber(from)+1, dayNumber(to)
	if last < first {
		return 0
	}
	n := 0
	days := last - first + 1
	for i := range 7 { // whole weeks at once: dates may be thousands of years apart
		weekday := weekdayOf(first + i)
		if c.isWorkday(weekday) {
			n += (days + 6 - i) / 7
		}
	}
	i, _ := slices.BinarySearch(c.holidays, first)
	for ; i < len(c.holidays) && c.holidays[i] <= last; i++ {
		if c.isWorkday(weekdayOf(c.holidays[i])) {
			n--
		}
	}
	return n
}

// Due returns the last day on which a decision about an exception filed on a
// day is in time: the fifth business day after it.
func (c Calendar) Due(filed time.Time) time.Time {
	day := startOf(filed)
	for left := decisionDays; left > 0; {
		day = day.AddDate(0, 0, 1)
		if c.IsBusinessDay(day) {
			left--
		}
	}
	return day
}

func (c Calendar) overdue(e *Exception, now time.Time) bool {
	return dayNumber(now) > dayNumber(c.Due(e.FiledAt))
}

// dayNumber counts the days since 1970, in UTC.
func dayNumber(t time.Time) int { return int(startOf(t).Unix() / 86_400) }

func weekdayOf(day int) time.Weekday { return time.Unix(int64(day)*86_400, 0).UTC().Weekday() }

// startOf returns the first instant of a time's day, in UTC.
func startOf(t time.Time) time.Time {
	year, month, day := t.UTC().Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
