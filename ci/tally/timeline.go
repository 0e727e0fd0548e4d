package tally

import (
	"maps"
	"slices"
	"time"

	"github.com/evctl/evctl/envelope"
)

// maxSlots bounds what a timeline holds.
const maxSlots = 240

// A timeline counts events and findings by when the events occurred, in slots of
// one width: the narrowest of those that slotWidth knows in which the times of all
// events lie in maxSlots slots. Slots without events are not kept, so that a lone
// event of another century takes none of the others' precision. What comes out does
// not depend on the order of the events. The zero value is ready.
type timeline struct {
	step    int             // of slotWidth
	slots   map[int64]*slot // by number: how many widths after epoch they begin
	undated slot            // events without a time
}

// A slot counts the events of a span of time.
type slot struct {
	events, invalid int
	findings        map[string]int // by rule
}

// Spans of time, in seconds.
const (
	hour = 3600
	day  = 24 * hour
	week = 7 * day
)

// slotWidth returns the widths of a timeline in seconds, ascending. Each is a
// multiple of the one before, and none is cut by the hour, day or week it is in.
func slotWidth(step int) int64 {
	widths := [...]int64{1, 5, 15, 60, 300, 900, hour, 3 * hour, 12 * hour, day, week, 4 * week, 52 * week}
	last := len(widths) - 1
	if step <= last {
		return widths[step]
	}
	return widths[last] << (step - last)
}

// epoch is where slots are counted from, a Monday: January 1 of the year 1, in
// seconds before 1970.
const epoch = 62135596800

func slotOf(t time.Time, width int64) int64 {
	seconds := t.Unix() + epoch
	if seconds < 0 { // the year 0, of which RFC 3339 knows
		seconds -= width - 1
	}
	return seconds / width
}

// slotStart is when a slot begins.
func slotStart(number, width int64) time.Time { return time.Unix(number*width-epoch, 0).UTC() }

func (t *timeline) add(e envelope.Judged) {
	if e.Occurred.IsZero() {
		t.undated.add(e)
		return
	}
	if t.slots == nil {
		t.slots = map[int64]*slot{}
	}
	at := slotOf(e.Occurred, slotWidth(t.step))
	for t.slots[at] == nil && len(t.slots) == maxSlots {
		t.widen()
		at = slotOf(e.Occurred, slotWidth(t.step))
	}
	if t.slots[at] == nil {
		t.slots[at] = &slot{}
	}
	t.slots[at].add(e)
}

// widen joins the slots to those of the next width.
func (t *timeline) widen() {
	before := slotWidth(t.step)
	t.step++
	wider := map[int64]*slot{}
	for number, s := range t.slots {
		at := slotOf(slotStart(number, before), slotWidth(t.step))
		if wider[at] == nil {
			wider[at] = &slot{}
		}
		wider[at].join(s)
	}
	t.slots = wider
}

// numbers lists the slots, ascending.
func (t *timeline) numbers() []int64 { return slices.Sorted(maps.Keys(t.slots)) }

func (s *slot) add(e envelope.Judged) {
	s.events++
	if e.Invalid {
		s.invalid++
	}
	for _, f := range e.Findings {
		s.count(f.Rule, 1)
	}
}

func (s *slot) join(other *slot) {
	s.events += other.events
	s.invalid += other.invalid
	for rule, n := range other.findings {
		s.count(rule, n)
	}
}

func (s *slot) count(rule string, n int) {
	if s.findings == nil {
		s.findings = map[string]int{}
	}
	s.findings[rule] += n
}

// total is how many findings there are in the slot.
func (s *slot) total() int {
	sum := 0
	for _, n := range s.findings {
		sum += n
	}
	return sum
}
