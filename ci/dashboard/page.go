package dashboard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/ci/report"
)

// A page is what the writers for people show: the dashboard's entries, sorted
// and summed up.
type page struct {
	*Dashboard
	Tiles       []tile
	Exceptions  []exceptionRow
	Owners      []ownerRow
	Expiry      chart
	Decisions   chart
	Ages        chart
	DebtAge     chart
	DebtOwners  []debtRow
	DebtRules   []debtRow
	Debts       []debtEntry
	DebtMore    int // that Debts leaves out
	Conformance conformance
	Goals       []goal
	Subjects    []subjectRow
	Sources     []sourceRow
	States      []string
	Buckets     []column
	Outcomes    []Outcome
	Lately      []Event // newest first
}

// A tile is one number at the top.
type tile struct {
	Label, Value, Detail, Href string
	Tone                       tone
}

type subjectRow struct {
	Subject
	Tone   tone
	State  string // clean, or how many findings
	Age    int    // days since the last change
	HasAge bool
	Read   string // who reads it, with the versions
}

// A sourceRow is a repository and what was looked at in it.
type sourceRow struct {
	Repository
	State  string
	Tone   tone
	Looked string // families that were looked at
	Other  string // families that were not
}

func newPage(d *Dashboard) page {
	rows := d.exceptionRows()
	p := page{
		Dashboard: d, Exceptions: rows, Owners: byOwner(rows),
		Expiry: expiryChart(rows, d.Day), Decisions: decisionChart(rows), Ages: ageChart(rows),
		DebtAge: d.debtChart(), DebtOwners: d.sumDebt(func(e Debt) string { return or(e.Owner, noOwner) }),
		DebtRules: d.sumDebt(func(e Debt) string { return e.Rule }), Conformance: d.conformance(), Goals: d.goals(),
		States: states(), Buckets: ageColumns(), Outcomes: outcomes(),
	}
	unjudged := map[string]bool{}
	for _, r := range d.Repositories {
		p.Sources = append(p.Sources, r.row())
		unjudged[r.Name] = r.Unjudged != ""
	}
	for _, s := range d.Subjects {
		row := s.row(d.Day)
		if unjudged[s.Repository] {
			row.State, row.Tone = "not judged", mute
		}
		row.Read = d.readers(s.Name)
		p.Subjects = append(p.Subjects, row)
	}
	p.Lately = d.lately()
	p.Debts, p.DebtMore = d.oldestDebt()
	p.Tiles = p.tiles()
	return p
}

// readers names who reads a subject, with the versions. Repositories that know
// one consumer tell of it once.
func (d *Dashboard) readers(subject string) string {
	var names []string
	for _, c := range d.Consumers {
		if c.Subject != subject {
			continue
		}
		name := c.Service + " " + strings.Trim(fmt.Sprint(c.Versions), "[]")
		if c.Replays {
			name += " (replays)"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (s Subject) row(day Day) subjectRow {
	r := subjectRow{Subject: s, State: "clean", Tone: good}
	r.Age, r.HasAge = s.Changed.To(day)
	var parts []string
	if s.Errors > 0 {
		parts, r.Tone = append(parts, plural(s.Errors, "error", "errors")), bad
	}
	if s.Warnings > 0 {
		parts = append(parts, plural(s.Warnings, "warning", "warnings"))
		if r.Tone == good {
			r.Tone = warn
		}
	}
	if len(parts) > 0 {
		r.State = strings.Join(parts, ", ")
	}
	return r
}

func (r Repository) row() sourceRow {
	row := sourceRow{Repository: r, State: "no findings", Tone: good}
	var looked, other []string
	for _, f := range r.Families {
		if f.State == report.LookedAt || f.State == report.Cached {
			looked = append(looked, f.Name)
		} else {
			other = append(other, f.Name)
		}
	}
	row.Looked, row.Other = strings.Join(looked, ", "), strings.Join(other, ", ")
	switch {
	case r.Unjudged != "":
		row.State, row.Tone = "not judged", bad
	case r.Summary.Error > 0:
		row.State, row.Tone = plural(r.Summary.Error, "error", "errors"), bad
		if r.Summary.Warning > 0 {
			row.State += ", " + plural(r.Summary.Warning, "warning", "warnings")
		}
	case r.Summary.Warning > 0:
		row.State, row.Tone = plural(r.Summary.Warning, "warning", "warnings"), warn
	case r.Summary.Known+r.Summary.Excepted > 0: // what is waived has not passed
		row.State, row.Tone = "no new findings", warn
	}
	return row
}

// tiles are the numbers to see first.
func (p *page) tiles() []tile {
	counts := map[string]int{}
	var next exceptionRow
	for _, r := range p.Exceptions {
		counts[r.State]++
		if r.HasLeft && r.Left >= 0 && (next.Expires == "" || r.Expires < next.Expires) {
			next = r
		}
	}
	ahead := "none ahead"
	if next.Expires != "" {
		ahead = "next: " + next.ID + ", " + left(next.Left)
	}
	inTime, decided := decidedInTime(p.Exceptions)
	open := counts[stateExpired] + counts[stateOverdue] + counts[stateSoon] + counts[stateWaiting] + counts[stateActive]
	waiting := counts[stateWaiting] + counts[stateOverdue]
	passed, applies := p.Conformance.Total.Passed(), p.Conformance.Total.Applies
	return []tile{
		{"Expired exceptions", strconv.Itoa(counts[stateExpired]), "waive nothing any more", "#exceptions", badIf(counts[stateExpired], bad)},
		{"Expiring in " + strconv.Itoa(soonDays) + " days", strconv.Itoa(counts[stateSoon]), ahead, "#exceptions", badIf(counts[stateSoon], warn)},
		{"Not decided yet", strconv.Itoa(waiting), overdue(counts[stateOverdue]), "#exceptions", badIf(counts[stateOverdue], bad)},
		{"Open exceptions", strconv.Itoa(open), "of " + strconv.Itoa(len(p.Exceptions)) + " ever filed", "#exceptions", note},
		{"Decided in time", percent(inTime, decided), share(inTime, decided, "no decision yet"), "#exceptions", badIf(decided-inTime, warn)},
		{"Known debt", strconv.Itoa(len(p.Debt)), oldest(p.DebtOwners), "#debt", badIf(len(p.Debt), note)},
		{"Clauses that pass", percent(passed, applies), share(passed, applies, "none judged"), "#conformance", badIf(p.Conformance.Total.Failed(), bad)},
		p.judgedTile(),
	}
}

func (p *page) judgedTile() tile {
	t := tile{"Repositories judged", strconv.Itoa(len(p.Sources)), "all of them", "#repositories", good}
	if i := slices.IndexFunc(p.Sources, func(r sourceRow) bool { return r.Unjudged != "" }); i >= 0 {
		n := 0
		for _, r := range p.Sources {
			if r.Unjudged != "" {
				n++
			}
		}
		t.Value, t.Detail, t.Tone = strconv.Itoa(len(p.Sources)-n), strconv.Itoa(n)+" could not be", bad
	}
	return t
}

func overdue(n int) string {
	if n == 0 {
		return "none overdue"
	}
	return strconv.Itoa(n) + " overdue"
}

func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return strconv.Itoa(part*100/whole) + " %"
}

func oldest(rows []debtRow) string {
	days := 0
	for _, r := range rows {
		days = max(days, r.Oldest)
	}
	if days == 0 {
		return "nothing old"
	}
	return "the oldest is " + plural(days, "day", "days") + " old"
}

// left words the days until a last day.
func left(days int) string {
	switch {
	case days < 0:
		return plural(-days, "day", "days") + " ago"
	case days == 0:
		return "today"
	case days == 1:
		return "tomorrow"
	}
	return "in " + strconv.Itoa(days) + " days"
}

// short abbreviates an object name as people do.
func short(commit string) string { return commit[:min(7, len(commit))] }
