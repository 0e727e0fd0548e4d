package exceptions

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/evctl/evctl/contracts/exceptions"
)

// drawDay draws a day of four centuries, often at the end of a month, of
// February or of a year.
func drawDay(t *rapid.T, label string) time.Time {
	year := rapid.IntRange(1900, 2300).Draw(t, label+" year")
	month := time.Month(rapid.IntRange(1, 12).Draw(t, label+" month"))
	if rapid.Bool().Draw(t, label+" at the end") {
		return time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC) // the last day of the month
	}
	return time.Date(year, month, rapid.IntRange(1, 28).Draw(t, label+" day"), 0, 0, 0, 0, time.UTC)
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// a naive calendar beside the one under test.
type drawn struct {
	exceptions.Calendar
	workdays map[time.Weekday]bool
	holidays map[string]bool
}

func drawCalendar(t *rapid.T, near time.Time) drawn {
	d := drawn{workdays: map[time.Weekday]bool{}, holidays: map[string]bool{}}
	var days []string
	for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, 6), 0, 7, rapid.ID).Draw(t, "workdays") {
		d.workdays[time.Weekday(i)] = true
		days = append(days, weekdays[i])
	}
	if len(days) == 0 {
		for i := time.Monday; i <= time.Friday; i++ {
			d.workdays[i] = true
		}
	}
	var holidays []string
	for _, n := range rapid.SliceOfN(rapid.IntRange(-10, 40), 0, 30).Draw(t, "holidays") {
		day := near.AddDate(0, 0, n).Format(time.DateOnly)
		d.holidays[day] = true
		holidays = append(holidays, day)
	}
	text := fmt.Sprintf("workdays: [%s]\nholidays: [%s]\n", strings.Join(days, ", "), strings.Join(holidays, ", "))
	calendar, err := exceptions.ParseCalendar("days.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	d.Calendar = calendar
	return d
}

func (d drawn) works(day time.Time) bool {
	return d.workdays[day.Weekday()] && !d.holidays[day.Format(time.DateOnly)]
}

func TestBusinessDaysAreCountedOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := drawDay(t, "from")
		to := from.AddDate(0, 0, rapid.IntRange(-30, 800).Draw(t, "days"))
		calendar := drawCalendar(t, from)
		want := 0
		for day := from.AddDate(0, 0, 1); !day.After(to); day = day.AddDate(0, 0, 1) {
			if calendar.works(day) {
				want++
			}
		}
		if got := calendar.BusinessDays(from, to); got != want {
			t.Fatalf("%s to %s: %d, want %d", from, to, got, want)
		}
		if got := calendar.IsBusinessDay(to); got != calendar.works(to) {
			t.Fatalf("%s: %v", to, got)
		}
	})
}

// The last day for a decision is a business day, and the fifth.
func TestDueIsTheFifthBusinessDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		filed := drawDay(t, "filed")
		calendar := drawCalendar(t, filed)
		due := calendar.Due(filed)
		if !calendar.works(due) || calendar.BusinessDays(filed, due) != 5 || calendar.BusinessDays(filed, due.AddDate(0, 0, -1)) != 4 {
			t.Fatalf("filed %s, due %s", filed, due)
		}
		if later := calendar.Due(filed.AddDate(0, 0, 1)); later.Before(due) {
			t.Fatalf("filed a day later, due sooner: %s, %s", due, later)
		}
	})
}

// Splitting a span does not change its business days.
func TestBusinessDaysAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawDay(t, "a")
		b := a.AddDate(0, 0, rapid.IntRange(0, 100_000).Draw(t, "b"))
		c := b.AddDate(0, 0, rapid.IntRange(0, 100_000).Draw(t, "c"))
		calendar := drawCalendar(t, b)
		if got := calendar.BusinessDays(a, b) + calendar.BusinessDays(b, c); got != calendar.BusinessDays(a, c) {
			t.Fatalf("%s, %s, %s: %d", a, b, c, got)
		}
	})
}

// An instant is the same instant in every time zone.
func TestTimeZonesDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := drawDay(t, "day")
		now := day.Add(time.Duration(rapid.Int64Range(0, int64(24*time.Hour)-1).Draw(t, "time")))
		zone := time.FixedZone("", rapid.IntRange(-14*3600, 14*3600).Draw(t, "zone"))
		calendar := drawCalendar(t, day)
		if !calendar.Due(now.In(zone)).Equal(calendar.Due(day)) || calendar.IsBusinessDay(now.In(zone)) != calendar.IsBusinessDay(day) ||
			calendar.BusinessDays(now.In(zone), now.Add(240*time.Hour).In(zone)) != calendar.BusinessDays(day, day.AddDate(0, 0, 10)) {
			t.Fatalf("%s and %s differ", now.In(zone), day)
		}
		e := exceptions.Exception{Decision: exceptions.Approved, ExpiresAt: day}
		if got := e.State(now.In(zone)); got != "approved" {
			t.Fatalf("on its last day, %s: %s", now.In(zone), got)
		}
		if got := e.State(day.AddDate(0, 0, 1).In(zone)); got != exceptions.Expired {
			t.Fatalf("after its last day: %s", got)
		}
	})
}

// The latest expiry is the last day of a quarter, the second after the one of
// the decision, in leap years too.
func TestLatestExpiryEndsTheSecondQuarterAfter(t *testing.T) {
	quarter := func(day time.Time) int { return day.Year()*4 + (int(day.Month())-1)/3 }
	rapid.Check(t, func(t *rapid.T) {
		decided := drawDay(t, "decided")
		last := exceptions.LatestExpiry(decided)
		if quarter(last) != quarter(decided)+2 || quarter(last.AddDate(0, 0, 1)) != quarter(last)+1 {
			t.Fatalf("decided %s, at the latest %s", decided, last)
		}
	})
}
