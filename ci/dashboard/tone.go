package dashboard

import (
	"fmt"
	"strconv"
)

// A tone says how a number or a row feels; it never stands without words.
type tone string

const (
	good tone = "good"
	note tone = "note"
	warn tone = "warn"
	bad  tone = "bad"
	mute tone = "mute"
)

// badIf is the tone of a number that should be zero.
func badIf(n int, t tone) tone {
	if n > 0 {
		return t
	}
	return good
}

// A column is a number of a column chart, and of the table below it.
type column struct {
	Label string
	Count int
	Tone  tone
}

// A chart is a picture of a few numbers that a table repeats.
type chart struct {
	ID, Title, Desc string
	Columns         []column
}

// A bar is one column as it is drawn, in a picture of chartHeight units in
// which every column is chartStep wide.
type bar struct {
	X, Y, Height int
	Tone         tone
}

const (
	chartHeight = 60
	chartStep   = 100
	barWidth    = 64
)

// Bars returns the columns as they are drawn: the highest fills the picture,
// and none that is not zero vanishes.
func (c chart) Bars() []bar {
	highest := 1
	for _, col := range c.Columns {
		highest = max(highest, col.Count)
	}
	bars := make([]bar, len(c.Columns))
	for i, col := range c.Columns {
		height := (col.Count*chartHeight + highest - 1) / highest
		bars[i] = bar{i*chartStep + (chartStep-barWidth)/2, chartHeight - height, height, col.Tone}
	}
	return bars
}

// Width returns the width of the picture, in its units.
func (c chart) Width() int { return chartStep * len(c.Columns) }

// Empty reports whether every number is zero.
func (c chart) Empty() bool {
	for _, col := range c.Columns {
		if col.Count > 0 {
			return false
		}
	}
	return true
}

// A span is a part of a stacked bar, in per mille of its width.
type span struct {
	X, Width int
	Tone     tone
}

// stack lays numbers side by side so that all of them together fill total.
func stack(total int, parts ...column) []span {
	var spans []span
	sum := 0
	for _, p := range parts {
		if p.Count == 0 || total == 0 {
			continue
		}
		x := sum * 1000 / total
		sum += p.Count
		spans = append(spans, span{x, sum*1000/total - x, p.Tone})
	}
	return spans
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// share words a part of a whole, "7 of 9", or says that there is none.
func share(part, whole int, none string) string {
	if whole == 0 {
		return none
	}
	return fmt.Sprintf("%d of %d", part, whole)
}

// or returns a text, or what stands for one that is not known.
func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
