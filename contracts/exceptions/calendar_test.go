package exceptions

import (
	"testing"
	"time"
)

func TestParseCalendar(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"version: 2\n":                 "c.yaml:1:1: want version: 1, the only one there is",
		"workdays: [monday, tusday]\n": `c.yaml:1:20: unknown day tusday: did you mean "tuesday"?`,
		"holidays:\n  - 2027-02-29\n":  "c.yaml:2:5: 2027-02-29 is no day, want YYYY-MM-DD",
		"holiday: []\n":                `c.yaml:1:1: unknown key "holiday": did you mean "holidays"?`,
	} {
		_, err := ParseCalendar("c.yaml", []byte(text))
		if got := message(err); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Dates thousands of years apart are counted at once.
func TestBusinessDaysOfAllTime(t *testing.T) {
	first, last := day(t, "0001-01-01"), day(t, "9999-12-31")
	start := time.Now()
	if n := (Calendar{}).BusinessDays(first, last); n != 2_608_614 { // as Python counts them
		t.Errorf("%d business days", n)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %s", took)
	}
}

func FuzzCalendar(f *testing.F) {
	f.Add("workdays: [sunday]\nholidays: [2026-12-25, 2026-12-27]\n", int64(1_700_000_000))
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		c, err := ParseCalendar("c.yaml", []byte(text))
		if err != nil || unix < -60_000_000_000 || unix > 200_000_000_000 {
			return
		}
		filed := time.Unix(unix, 0)
		if due := c.Due(filed); c.BusinessDays(filed, due) != decisionDays || !c.IsBusinessDay(due) {
			t.Errorf("filed %s, due %s", filed.UTC(), due)
		}
	})
}
