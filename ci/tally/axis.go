package tally

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// The measures of a plot, in units of its picture.
const (
	plotWidth   = 1180
	plotLeft    = 52  // of the columns: the scale stands there
	maxColumn   = 40  // units a column is wide at most
	maxColumns  = 360 // wide; the longest spans of time without events are cut out
	cutColumns  = 3   // columns that a cut is wide
	maxCuts     = 6
	tickSpacing = 110 // units between two labels at least
	labelWidth  = 70
)

// An axis lays out the slots of a timeline from left to right.
type axis struct {
	Ticks []tick
	Cuts  []float64 // where time is left out

	slots  []*slot
	times  []time.Time // when each slot begins
	lefts  []float64   // where it is drawn
	column float64     // how wide
	width  int64       // in seconds
}

// A tick is a label below the axis.
type tick struct {
	X          float64
	Text, Date string // Date is empty where it is that of the tick before
}

// newAxis lays out a timeline, in wider slots than it has if they lie so far apart
// that too much had to be cut out.
func newAxis(t timeline) axis {
	numbers := t.numbers()
	if len(numbers) == 0 {
		return axis{}
	}
	longest, columns, cuts := fit(numbers)
	for cuts > maxCuts {
		t.widen()
		numbers = t.numbers()
		longest, columns, cuts = fit(numbers)
	}
	a := axis{width: slotWidth(t.step), column: min(maxColumn, float64(plotWidth)/float64(columns))}
	ticks := ticker{axis: &a, step: t.step}
	at := 0
	for i, number := range numbers {
		cut := i > 0 && number-numbers[i-1] > longest
		if i > 0 {
			before := at
			at += advance(number-numbers[i-1], longest)
			if cut {
				a.Cuts = append(a.Cuts, a.x(at)-cutColumns*a.column/2)
			} else {
				ticks.between(numbers[i-1], number, before)
			}
		}
		a.slots = append(a.slots, t.slots[number])
		a.times = append(a.times, slotStart(number, a.width))
		a.lefts = append(a.lefts, a.x(at))
		ticks.at(number, at, i == 0 || cut)
	}
	return a
}

// fit returns how many slots lie at most between two that are drawn with all the
// space between them, how many columns that makes, and how many cuts.
func fit(numbers []int64) (longest int64, columns, cuts int) {
	longest = max(1, numbers[len(numbers)-1]-numbers[0])
	for ; ; longest = max(1, longest/2) {
		columns, cuts = 1, 0
		for i, number := range numbers[1:] {
			apart := number - numbers[i]
			columns += advance(apart, longest)
			if apart > longest {
				cuts++
			}
		}
		if columns <= maxColumns || longest == 1 {
			return longest, columns, cuts
		}
	}
}

// advance is how many columns a slot is drawn behind the one so many slots before.
func advance(slots, longest int64) int {
	if slots > longest {
		return 1 + cutColumns
	}
	return int(slots)
}

// moment is when a slot begins, as precisely as its width asks for, in UTC.
func (a *axis) moment(i int) string {
	switch {
	case a.width < 60:
		return a.times[i].Format(time.DateTime)
	case a.width < day:
		return a.times[i].Format("2006-01-02 15:04")
	}
	return a.times[i].Format(time.DateOnly)
}

func (a *axis) x(column int) float64 { return plotLeft + float64(column)*a.column }

// A ticker puts labels where a part of the axis and where round times begin, as
// far as there is room.
type ticker struct {
	*axis
	step  int
	round int64 // width of the times that are round, in slots
	end   float64
	date  string
}

func (t *ticker) at(number int64, column int, first bool) {
	x := t.x(column)
	if t.round == 0 {
		step := t.step
		for float64(slotWidth(step)/t.width)*t.column < tickSpacing {
			step++
		}
		t.round = slotWidth(step) / t.width
	}
	if !first && number%t.round != 0 || x < t.end || x > plotLeft+plotWidth-labelWidth {
		return
	}
	start := slotStart(number, t.width)
	label := tick{X: x, Text: start.Format(time.DateOnly)}
	if t.width < day {
		label.Text = start.Format("15:04")
		if t.width < 60 {
			label.Text = start.Format(time.TimeOnly)
		}
		if date := start.Format(time.DateOnly); date != t.date {
			t.date, label.Date = date, date
		}
	}
	t.Ticks = append(t.Ticks, label)
	t.end = x + tickSpacing
}

// between puts labels at slots without events; column is that of the first.
func (t *ticker) between(first, last int64, column int) {
	for number := first + 1; number < last; number++ {
		t.at(number, column+int(number-first), false)
	}
}

// span words a width.
func span(seconds int64) string {
	for _, unit := range []struct {
		name    string
		seconds int64
	}{{"week", week}, {"day", day}, {"hour", hour}, {"minute", 60}} {
		if seconds%unit.seconds == 0 {
			return plural(int(seconds/unit.seconds), unit.name, unit.name+"s")
		}
	}
	return plural(int(seconds), "second", "seconds")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// thousands writes a number in groups of three digits.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

// percent writes a share with two digits behind the point at most; what is not all
// is never rounded to all, nor what is something to nothing.
func percent(part, whole int) string {
	share := 100 * float64(part) / float64(whole)
	switch {
	case whole == 0:
		return "–"
	case part > 0 && share < 0.01:
		return "< 0.01 %"
	case part < whole && share > 99.99:
		return "> 99.99 %"
	}
	return strconv.FormatFloat(math.Round(share*100)/100, 'f', -1, 64) + " %"
}
