package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// A Run says of what a page tells.
type Run struct {
	Tool      string   // that wrote it
	Inputs    []string // that were judged
	Notes     []string // what the reader must know, such as that a part was left out
	Unchecked int      // valid events whose payload was not looked at
}

// maxShown is how many inputs a page names, and maxColours how many rules have a
// colour of their own.
const (
	maxShown   = 5
	maxColours = 7
)

// A page is what the template shows.
type page struct {
	Run
	More   int // inputs that are not named
	Events int
	Tiles  []tile
	Plots  []plot
	Key    []ruleRow // what the colours stand for
	Rules  []ruleRow // most findings first
	Kinds  []KindCount
	Slots  []slotRow
	Width  string // of a column of the plots
	Dated  bool   // some event tells when it occurred
}

// A tile is one number at the top.
type tile struct{ Label, Value, Detail, Tone string }

// A ruleRow is a rule, or all those without a colour of their own.
type ruleRow struct {
	Rule, Tone, Severity string
	Findings             int
	First, Last          string // slots that hold one
	Spark                string // path of SVG

	of func(*slot) int
}

// A slotRow is the numbers of one column.
type slotRow struct {
	Begins                    string
	Events, Invalid, Findings int
	ByRule                    []int // as the key
}

func (t *Tally) page(run Run) page {
	p := page{Run: run, Kinds: t.Kinds(), Rules: t.ruleRows(), Dated: len(t.times.slots) > 0}
	if len(run.Inputs) > maxShown {
		p.Inputs, p.More = run.Inputs[:maxShown], len(run.Inputs)-maxShown
	}
	invalid := 0
	for _, k := range p.Kinds {
		p.Events += k.Events
		invalid += k.Invalid
	}
	a := newAxis(t.times)
	p.Width, p.Key = span(a.width), key(p.Rules)
	p.Tiles = p.tiles(invalid, t.times.undated.events)
	for i := range p.Rules {
		p.Rules[i].draw(&a)
	}
	if p.Dated {
		p.Plots = p.plots(&a)
	}
	for i, s := range a.slots {
		p.Slots = append(p.Slots, p.row(a.moment(i), s))
	}
	if t.times.undated.events > 0 {
		p.Slots = append(p.Slots, p.row("without a time", &t.times.undated))
	}
	return p
}

// ruleRows lists the rules, most findings first, and gives out the colours.
func (t *Tally) ruleRows() []ruleRow {
	var rows []ruleRow
	for _, r := range t.Rules() {
		of := func(s *slot) int { return s.findings[r.Rule] }
		rows = append(rows, ruleRow{Rule: r.Rule, Severity: t.rules[r.Rule].severity.String(), Findings: r.Findings, of: of})
	}
	slices.SortStableFunc(rows, func(a, b ruleRow) int { return cmp.Compare(b.Findings, a.Findings) })
	for i := range rows {
		rows[i].Tone = "other"
		if i < maxColours {
			rows[i].Tone = fmt.Sprintf("c%d", i)
		}
	}
	return rows
}

// key joins the rules without a colour of their own.
func key(rules []ruleRow) []ruleRow {
	if len(rules) <= maxColours {
		return rules
	}
	named, others := rules[:maxColours], rules[maxColours:]
	all := ruleRow{Rule: plural(len(others), "other rule", "other rules"), Tone: "other"}
	for _, r := range others {
		all.Findings += r.Findings
	}
	all.of = func(s *slot) (sum int) {
		for _, r := range others {
			sum += r.of(s)
		}
		return sum
	}
	return append(slices.Clone(named), all)
}

// draw fills in what the timeline tells of a rule.
func (r *ruleRow) draw(a *axis) {
	r.Spark = a.spark(r.of)
	for i, s := range a.slots {
		if r.of(s) == 0 {
			continue
		}
		r.Last = a.moment(i)
		r.First = cmp.Or(r.First, r.Last)
	}
}

func (p *page) row(begins string, s *slot) slotRow {
	r := slotRow{Begins: begins, Events: s.events, Invalid: s.invalid, Findings: s.total()}
	for _, k := range p.Key {
		r.ByRule = append(r.ByRule, k.of(s))
	}
	return r
}

func (p *page) tiles(invalid, undated int) []tile {
	findings := 0
	for _, r := range p.Rules {
		findings += r.Findings
	}
	return []tile{
		{"Events", thousands(p.Events), plural(len(p.Kinds), "type and version", "types and versions"), "note"},
		{"Invalid", thousands(invalid), percent(invalid, p.Events) + " of all", toneOf(invalid, "bad")},
		{"Not looked at", thousands(p.Unchecked), "payloads of events without an error", toneOf(p.Unchecked, "warn")},
		{"Findings", thousands(findings), "of " + plural(len(p.Rules), "rule", "rules"), toneOf(findings, "warn")},
		{"Without a time", thousands(undated), "events that no plot shows", toneOf(undated, "warn")},
	}
}

// toneOf is the tone of a number that should be zero.
func toneOf(n int, tone string) string {
	if n > 0 {
		return tone
	}
	return "good"
}

// plots draws all findings, the share of invalid events, and the events.
func (p *page) plots(a *axis) []plot {
	over := fmt.Sprintf("Each column stands for %s.", p.Width)
	if len(a.Cuts) > 0 {
		over += " Spans of time without events are cut out where the axis is broken."
	}
	plots := []plot{}
	if len(p.Rules) > 0 {
		all := plot{ID: "findings", Title: "Findings by rule", Height: 190, axis: a}
		high, at := highest(a, (*slot).total)
		all.Desc = fmt.Sprintf("%s The most are %s, from %s on.", over, plural(high, "finding", "findings"), at)
		top, base := all.scale(high, thousands), make([]float64, len(a.slots))
		for _, k := range p.Key {
			all.stack(k.Tone, top, base, k.of)
		}
		all.hint(p.hintOf)
		plots = append(plots, all)

		share := plot{ID: "invalid", Title: "Invalid events, as a share of all", Height: 70, axis: a}
		high, at = highest(a, (*slot).share)
		share.Desc = fmt.Sprintf("%s The highest share is %s, from %s on.", over, percent(high, million), at)
		share.stack("bad", share.scale(high, partsPerMillion), make([]float64, len(a.slots)), (*slot).share)
		share.hint(p.hintOf)
		plots = append(plots, share)
	}
	events := plot{ID: "events", Title: "Events", Height: 70, axis: a}
	count := func(s *slot) int { return s.events }
	high, at := highest(a, count)
	events.Desc = fmt.Sprintf("%s The most are %s, from %s on.", over, plural(high, "event", "events"), at)
	events.stack("note", events.scale(high, thousands), make([]float64, len(a.slots)), count)
	events.hint(p.hintOf)
	return append(plots, events)
}

const million = 1_000_000

// share is how many events of a million are invalid.
func (s *slot) share() int { return (s.invalid*million + s.events - 1) / s.events }

func partsPerMillion(n int) string { return strconv.FormatFloat(float64(n)/10_000, 'f', -1, 64) + " %" }

// highest returns the highest value, and when it first was.
func highest(a *axis, value func(*slot) int) (high int, at string) {
	for i, s := range a.slots {
		if n := value(s); n > high || at == "" {
			high, at = n, a.moment(i)
		}
	}
	return high, at
}

// hint makes the columns tell their numbers.
func (p *plot) hint(text func(begins string, s *slot) string) {
	for i, s := range p.slots {
		p.Hints = append(p.Hints, hint{p.lefts[i], p.column, text(p.moment(i), s)})
	}
}

func (p *page) hintOf(begins string, s *slot) string {
	text := fmt.Sprintf("%s: %s, %s invalid", begins, plural(s.events, "event", "events"), thousands(s.invalid))
	for _, k := range p.Key {
		if n := k.of(s); n > 0 {
			text += fmt.Sprintf("\n%s: %s", k.Rule, thousands(n))
		}
	}
	return text
}
