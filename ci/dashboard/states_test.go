package dashboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl/ci/report"
)

func took(days int) *int { return &days }

func TestStates(t *testing.T) {
	for _, c := range []struct {
		e    Exception
		day  Day
		want string
	}{
		{Exception{Decision: "approved", Expires: "2026-11-30"}, "2026-11-30", "expires soon"}, // the last day still counts
		{Exception{Decision: "approved", Expires: "2026-11-30"}, "2026-12-01", "expired"},
		{Exception{Decision: "approved", Expires: "2026-12-14"}, "2026-11-30", "expires soon"},
		{Exception{Decision: "approved", Expires: "2026-12-15"}, "2026-11-30", "active"},
		{Exception{Decision: "approved", Expires: "2024-02-29"}, "2024-02-15", "expires soon"},
		{Exception{Decision: "approved", Expires: "2026-11-01", Closed: "2026-10-01"}, "2026-11-30", "closed"},
		{Exception{Decision: "approved"}, "2026-11-30", "active"}, // a report that does not tell the day
		{Exception{Decision: "pending", Took: took(5)}, "2026-11-30", "waiting"},
		{Exception{Decision: "pending", Took: took(6)}, "2026-11-30", "overdue"},
		{Exception{Decision: "pending"}, "2026-11-30", "waiting"},
		{Exception{Decision: "denied", Expires: "2026-01-01"}, "2026-11-30", "denied"},
	} {
		if got := c.e.row(c.day); got.State != c.want {
			t.Errorf("%+v on %s is %s, want %s", c.e, c.day, got.State, c.want)
		}
	}
}

func TestARepositoryWhoseFindingsAreWaivedHasNotPassed(t *testing.T) {
	for _, c := range []struct {
		summary report.Summary
		want    string
		tone    tone
	}{
		{report.Summary{}, "no findings", good},
		{report.Summary{Known: 2}, "no new findings", warn},
		{report.Summary{Excepted: 1}, "no new findings", warn},
		{report.Summary{Known: 2, Error: 1}, "1 error", bad},
	} {
		if row := (Repository{Summary: c.summary}).row(); row.State != c.want || row.Tone != c.tone {
			t.Errorf("%+v is %s (%s), want %s (%s)", c.summary, row.State, row.Tone, c.want, c.tone)
		}
	}
}

func TestTheMostUrgentStandsFirst(t *testing.T) {
	d := Join("evctl", "2026-11-30", Dashboard{Exceptions: []Exception{
		{ID: "active-late", Decision: "approved", Expires: "2027-06-30"}, {ID: "denied", Decision: "denied"},
		{ID: "active-early", Decision: "approved", Expires: "2027-01-31"}, {ID: "waiting", Decision: "pending", Took: took(1)},
		{ID: "soon", Decision: "approved", Expires: "2026-12-05"}, {ID: "overdue", Decision: "pending", Took: took(9)},
		{ID: "closed", Decision: "approved", Closed: "2026-01-01"}, {ID: "expired-lately", Decision: "approved", Expires: "2026-11-29"},
		{ID: "expired-long-ago", Decision: "approved", Expires: "2026-03-31"},
	}})
	var ids []string
	for _, r := range d.exceptionRows() {
		ids = append(ids, r.ID)
	}
	if got, want := strings.Join(ids, " "), "expired-long-ago expired-lately overdue soon waiting active-early active-late denied closed"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func counts(c chart) (out []int) {
	for _, col := range c.Columns {
		out = append(out, col.Count)
	}
	return out
}

func TestCharts(t *testing.T) {
	day := Day("2026-12-31")
	var rows []exceptionRow
	for _, e := range []Exception{
		{Decision: "approved", Expires: "2026-12-30", Filed: "2026-12-01", Took: took(0)}, {Decision: "approved", Expires: "2026-12-31", Filed: "2026-11-30", Took: took(5)},
		{Decision: "approved", Expires: "2027-01-01", Filed: "2026-10-02", Took: took(6)}, {Decision: "approved", Expires: "2027-08-31", Filed: "2026-07-04", Took: took(10)},
		{Decision: "approved", Expires: "2027-09-01", Filed: "2026-07-03", Took: took(11)}, {Decision: "pending", Filed: "2026-12-31", Took: took(40)}, {Decision: "denied", Filed: "2020-01-01"},
	} {
		rows = append(rows, e.row(day))
	}
	for _, c := range []struct {
		chart chart
		want  []int
	}{
		{expiryChart(rows, day), []int{1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1}}, // over, December to August, later
		{decisionChart(rows), []int{1, 0, 0, 0, 0, 1, 2, 1}},
		{ageChart(rows), []int{2, 2, 1, 1}},
	} {
		if got := counts(c.chart); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.chart.Title, got, c.want)
		}
	}
	for i, b := range expiryChart(rows, day).Bars() {
		if drawn := b.Height > 0; drawn != (counts(expiryChart(rows, day))[i] > 0) || b.Y+b.Height != chartHeight {
			t.Errorf("bar %d is %+v", i, b)
		}
	}
	tall := chart{Columns: []column{{Count: 1}, {Count: 1_000_000}}}.Bars()
	if tall[0].Height != 1 || tall[1].Height != chartHeight {
		t.Errorf("got %+v, want nothing to vanish and nothing to overflow", tall)
	}
}

func TestStacksFillTheirWidth(t *testing.T) {
	spans := stack(7, column{"", 3, good}, column{"", 0, bad}, column{"", 4, warn})
	if len(spans) != 2 || spans[0].X != 0 || spans[1].X != spans[0].Width || spans[1].X+spans[1].Width != 1000 {
		t.Errorf("got %+v", spans)
	}
	if stack(0, column{"", 0, good}) != nil {
		t.Error("want nothing for nothing")
	}
}

func goalOf(t *testing.T, d Dashboard, id string) goal {
	t.Helper()
	joined := Join("evctl", "2026-11-30", d)
	for _, g := range joined.goals() {
		if g.ID == id {
			return g
		}
	}
	t.Fatalf("no goal %s", id)
	return goal{}
}

func TestGoals(t *testing.T) {
	service := func(money *Coverage) Dashboard { return Dashboard{Services: []Service{{Name: "a", Money: money}}} }
	measures := func(list ...Measure) Dashboard { return Dashboard{Measures: list} }
	for _, c := range []struct {
		id     string
		d      Dashboard
		state  string
		detail string
	}{
		{"money-moving", service(nil), "not known", "no contract"},
		{"money-moving", service(&Coverage{2, 2, ""}), "met", ""},
		{"money-moving", service(&Coverage{1, 2, ""}), "not yet", "org.adopted"},
		{"money-moving", service(&Coverage{1, 2, "2026-11-30"}), "not yet", "until 2026-11-30"},
		{"money-moving", service(&Coverage{1, 2, "2026-11-29"}), "missed", "until 2026-11-29"},
		{"duplicates", measures(), "not known", "dup_detector"},
		{"duplicates", measures(Measure{Name: Duplicates}), "met", "1 service"},
		{"duplicates", measures(Measure{Name: Duplicates, Value: 1}), "missed", ""},
		{"unknown-outcomes", measures(Measure{Name: Operations, Value: 1e9}), "not known", "age_bucket"},
		{"unknown-outcomes", measures(Measure{Name: Unknown, Value: 3}), "not known", "operationsTotal"},
		{"unknown-outcomes", measures(Measure{Name: Unknown}, Measure{Name: Operations, Value: 99_999}), "not known", "to tell"},
		{"unknown-outcomes", measures(Measure{Name: Unknown, Value: 0.9}, Measure{Name: Operations, Value: 100_000}), "met", ""},
		{"unknown-outcomes", measures(Measure{Name: Unknown, Value: 1}, Measure{Name: Operations, Value: 100_000}), "missed", ""},
		{"retries", measures(), "not known", "rpc_retry_ratio"},
		{"retries", measures(Measure{Name: RetryRatio, Value: 0.099, Edge: "a → b"}), "met", "a → b"},
		{"retries", measures(Measure{Name: RetryRatio, Value: 0.1}, Measure{Name: RetryRatio, Value: 0.01}), "at risk", "1 edge is at 10 %"},
		{"decisions", Dashboard{}, "not known", "no exception"},
		{"decisions", Dashboard{Exceptions: []Exception{{Decision: "denied", Took: took(5)}, {Decision: "pending", Took: took(9)}}}, "met", ""},
		{"decisions", Dashboard{Exceptions: []Exception{{Decision: "approved", Took: took(6)}}}, "missed", ""},
	} {
		if g := goalOf(t, c.d, c.id); g.State != c.state || !strings.Contains(g.Detail, c.detail) {
			t.Errorf("%s of %+v: got %s (%s), want %s (…%s…)", c.id, c.d, g.State, g.Detail, c.state, c.detail)
		}
	}
}

func TestTheOldestDebtIsListed(t *testing.T) {
	var d Dashboard
	for i := range maxDebt + 3 {
		d.Debt = append(d.Debt, Debt{ID: fmt.Sprintf("%012x", i), Since: DayOf(Day("2026-11-30").Time().AddDate(0, 0, -i))})
	}
	d = Join("evctl", "2026-11-30", d)
	entries, more := d.oldestDebt()
	if len(entries) != maxDebt || more != 3 || entries[0].Age != maxDebt+2 || entries[maxDebt-1].Age != 3 {
		t.Errorf("got %d, %d more, from %+v to %+v", len(entries), more, entries[0], entries[len(entries)-1])
	}
}

func TestWorst(t *testing.T) {
	for want, list := range map[Outcome][]Outcome{
		Fail: {Pass, Fail, Inconclusive}, Broken: {Broken, Fail}, Inconclusive: {Warn, Inconclusive, Pass}, Pass: {NotApplicable, Pass, NotConfigured}, NotApplicable: {NotApplicable, NotConfigured}, Waived: {Pass, Waived},
	} {
		if got := Worst(list...); got != want {
			t.Errorf("the worst of %q is %s, want %s", list, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for f, want := range map[float64]string{0: "0", 999: "999", 9999: "9999", 10_000: "10\u202f000", 1_250_000: "1\u202f250\u202f000", 0.5: "0.5", -12_345: "-12\u202f345"} {
		if got := number(f); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestDays(t *testing.T) {
	if n, ok := Day("2024-02-28").To("2024-03-01"); n != 2 || !ok {
		t.Errorf("got %d, want the leap day counted", n)
	}
	if _, ok := Day("").To("2024-03-01"); ok {
		t.Error("no day is no distance")
	}
	for _, text := range []string{"", "2026-02-30", "2026-1-1", "tomorrow"} {
		if _, err := ParseDay(text); err == nil {
			t.Errorf("%q is taken for a day", text)
		}
	}
}
