package tally

import "time"

// The measures of labels, in units of the picture.
const (
	tickSpacing = 110 // between two at least
	labelWidth  = 70
)

// A tick is a label below the axis.
type tick struct {
	X          float64
	Text, Date string // Date is empty where it is that of the tick before
}

// A ticker puts labels where a part of the axis and where round times begin, as
// far as there is room.
type ticker struct {
	*axis
	round int64   // width of the times that are round, in slots
	end   float64 // of the room that the last label takes
	date  string  // of the last label
}

func newTicker(a *axis, step int) ticker {
	for float64(slotWidth(step)/a.width)*a.column < tickSpacing {
		step++
	}
	return ticker{axis: a, round: slotWidth(step) / a.width}
}

// at puts a label at a slot if it is the first of a part or at a round time.
func (t *ticker) at(number int64, column int, first bool) {
	x := t.x(column)
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
