package tally

import "time"

// The measures of a plot, in units of its picture.
const (
	plotWidth  = 1180
	plotLeft   = 52  // of the columns: the scale stands there
	maxColumn  = 40  // units a column is wide at most
	maxColumns = 360 // wide; the longest spans of time without events are cut out
	cutColumns = 3   // columns that a cut is wide
	maxCuts    = 6
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
	ticks := newTicker(&a, t.step)
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
