package tally

import (
	"fmt"
	"strings"
)

// A plot is a column chart over time. Its columns may be stacked.
type plot struct {
	ID, Title, Desc string
	Height          int // of the columns, in units of the picture
	Series          []series
	Lines           []line // of the scale
	Hints           []hint
	*axis
}

// A series is the columns of one colour.
type series struct {
	Tone string // a class of the style
	Path string // of SVG
}

// A line is one value of the scale.
type line struct {
	Y    float64
	Text string
}

// A hint is what a column says when it is pointed at.
type hint struct {
	X, Width float64
	Text     string
}

// Bottom returns where the columns stand. Above the highest is room for the label
// of the scale.
func (p plot) Bottom() int { return plotTop + p.Height }

// Full returns the height of the picture, with the labels below.
func (p plot) Full() int { return p.Bottom() + 36 }

// Left and Right return where the columns begin and end.
func (p plot) Left() int  { return plotLeft }
func (p plot) Right() int { return plotLeft + plotWidth }

const plotTop = 12

// scale makes the lines for values up to the highest, and returns what fills the
// picture.
func (p *plot) scale(highest int, text func(int) string) int {
	top := roundUp(highest)
	p.Lines = []line{{float64(plotTop), text(top)}}
	if top%2 == 0 {
		p.Lines = append(p.Lines, line{float64(plotTop) + float64(p.Height)/2, text(top / 2)})
	}
	p.Lines = append(p.Lines, line{float64(p.Bottom()), text(0)})
	return top
}

// roundUp returns the next number that reads well.
func roundUp(n int) int {
	for _, small := range []int{1, 2, 4, 6, 8} {
		if n <= small {
			return small
		}
	}
	for unit := 1; ; unit *= 10 {
		for _, tens := range []int{10, 12, 16, 20, 24, 30, 40, 50, 60, 80} {
			if n <= tens*unit {
				return tens * unit
			}
		}
	}
}

// stack draws columns above those that are drawn already. Base is what has been
// drawn of each column; it is updated. No value above 0 vanishes.
func (p *plot) stack(tone string, top int, base []float64, value func(*slot) int) {
	var d strings.Builder
	for i, s := range p.slots {
		n := value(s)
		if n == 0 {
			continue
		}
		height := max(1, float64(n)*float64(p.Height)/float64(top))
		base[i] += height
		fmt.Fprintf(&d, "M%.1f %.1fh%.1fv%.1fh-%.1fz", p.lefts[i], float64(p.Bottom())-base[i], p.bar(), height, p.bar())
	}
	p.Series = append(p.Series, series{tone, d.String()})
}

// bar is how wide a column is drawn: a little space parts them.
func (a *axis) bar() float64 {
	if a.column < 3 {
		return a.column
	}
	return a.column * 0.86
}

// spark draws the columns of one value alone, as high as they get in sparkHeight
// units.
func (a *axis) spark(value func(*slot) int) string {
	p := plot{Height: sparkHeight - plotTop, axis: a}
	highest := 1
	for _, s := range a.slots {
		highest = max(highest, value(s))
	}
	p.stack("", highest, make([]float64, len(a.slots)), value)
	return p.Series[0].Path
}

const sparkHeight = 52
