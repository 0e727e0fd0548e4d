package envelope

import (
	"fmt"
	"runtime"
	"testing"
)

// mark makes a stamp; the content follows from the other fields.
func mark(aggregate string, epoch, version int64, id string) stamp {
	return stamp{
		aggregate: digestOf(aggregate), epoch: epoch, version: version,
		id: digestOf(id), content: short(digestOf(fmt.Sprint(aggregate, epoch, version, id))),
	}
}

func TestHistoryForgetsOnlyWhatLeftTheWindow(t *testing.T) {
	type step struct {
		stamp
		want relation
	}
	edited := mark("a", 1, 1, "i1")
	edited.content = short(digestOf("edited"))
	newestEdited := mark("a", 1, 3, "i3")
	newestEdited.content = short(digestOf("edited"))
	for name, test := range map[string]struct {
		window, aggregates int
		steps              []step
	}{
		"inside the window": {4, 9, []step{
			{mark("a", 1, 1, "i1"), next}, {mark("a", 1, 2, "i2"), next}, {mark("a", 1, 3, "i3"), next},
			{mark("a", 1, 1, "i1"), repeated}, {edited, reused}, {mark("a", 1, 2, "j2"), conflict},
		}},
		"outside": {2, 9, []step{
			{mark("a", 1, 1, "i1"), next}, {mark("a", 1, 2, "i2"), next}, {mark("a", 1, 3, "i3"), next}, {mark("b", 1, 1, "b1"), next},
			{mark("a", 1, 1, "i1"), unverified}, {mark("a", 1, 2, "j2"), unverified},
		}},
		"the newest version is known for ever": {1, 9, []step{
			{mark("a", 1, 3, "i3"), next}, {mark("b", 1, 1, "b1"), next},
			{mark("a", 1, 3, "i3"), repeated}, {newestEdited, reused}, {mark("a", 1, 3, "j3"), conflict},
		}},
		"late is told from forgotten for each aggregate": {4, 9, []step{
			{mark("a", 1, 1, "i1"), next}, {mark("a", 1, 2, "i2"), next},
			{mark("b", 1, 1, "b1"), next}, {mark("b", 1, 4, "b4"), gap}, {mark("c", 1, 1, "c1"), next},
			{mark("b", 1, 3, "b3"), late}, {mark("a", 1, 1, "x"), unverified},
		}},
		"before the first seen": {9, 9, []step{
			{mark("a", 1, 5, "i5"), next}, {mark("a", 1, 4, "i4"), unverified}, {mark("a", 1, 4, "i4"), repeated}, {mark("a", 1, 6, "i6"), next},
		}},
		"epochs": {9, 9, []step{
			{mark("a", 1, 5, "i5"), next}, {mark("a", 2, 5, "j5"), next}, {mark("a", 1, 6, "i6"), stale}, {mark("a", 1, 6, "i6"), repeated},
			{mark("a", 2, 6, "j6"), next}, {mark("a", 1, 5, "i5"), repeated}, {mark("a", 4, 9, "k9"), next}, {mark("a", 2, 7, "j7"), stale},
		}},
		"too many aggregates": {9, 1, []step{
			{mark("a", 1, 1, "i1"), next}, {mark("b", 1, 1, "b1"), untracked}, {mark("b", 1, 9, "b9"), untracked}, {mark("a", 1, 2, "i2"), next},
		}},
		"one id on two aggregates": {9, 9, []step{
			{mark("a", 1, 1, "i1"), next}, {mark("b", 1, 1, "i1"), reused}, {mark("b", 1, 2, "b2"), next},
		}},
	} {
		h := newHistory(Options{Window: test.window, Aggregates: test.aggregates})
		for i, step := range test.steps {
			if got, _, _ := h.add(&step.stamp); got != step.want {
				t.Errorf("%s: step %d: got relation %d, want %d", name, i+1, got, step.want)
			}
		}
		if len(h.recent.events) > test.window || h.recent.ids.used > test.window || h.recent.places.used > test.window {
			t.Errorf("%s: the window of %d holds %d events", name, test.window, len(h.recent.events))
		}
	}
}

// An empty slot is none of the key whose bits it happens to hold.
func TestHistoryExpectsAnything(t *testing.T) {
	h := newHistory(Options{Window: 2, Aggregates: 9})
	for i := range 5 {
		due := mark("a", 1, int64(i)+1, fmt.Sprint(i))
		h.expect([]entry{{}, {stamp: due}, {}})
		if rel, _, _ := h.add(&due); rel != next {
			t.Fatalf("event %d: got relation %d, want %d", i, rel, next)
		}
	}
}

// The numbers in the documentation of Options.
func TestHistoryMemory(t *testing.T) {
	const aggregates, window = 200_000, DefaultWindow
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	h := newHistory(Options{Window: window, Aggregates: aggregates})
	for i := range aggregates {
		s := mark(fmt.Sprint(i), 1, 1, fmt.Sprint(i))
		h.add(&s)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	used := int(after.HeapAlloc - before.HeapAlloc)
	t.Logf("%d bytes", used)
	if most := aggregates*85 + window*150; used > most {
		t.Errorf("%d aggregates and a window of %d take %d bytes, documented are at most %d", aggregates, window, used, most)
	}
	runtime.KeepAlive(h)
}
