package envelope_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/evctl/evctl/envelope"
)

// A flood of bad events, no two of them alike, costs no more for each event the
// longer it lasts, and leaves nothing behind. What is allocated is measured, not
// time: other work on the machine does not disturb that.
func TestFloodOfBadEvents(t *testing.T) {
	v := validator(t, envelope.Options{})
	flood := func(bad func(i int) string, n int) (allocated, kept uint64) {
		events := make([][]byte, n)
		for i := range events {
			events[i] = orderPaid("1", bad(i))
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for _, event := range events {
			if v.Validate(event) == nil {
				t.Fatalf("valid: %s", event)
			}
		}
		runtime.ReadMemStats(&after)
		allocated = after.TotalAlloc - before.TotalAlloc
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(events)
		return allocated, after.HeapAlloc - min(after.HeapAlloc, before.HeapAlloc)
	}
	for name, bad := range map[string]func(i int) string{
		"a type":       func(i int) string { return fmt.Sprintf(`{"order":"o_%d","amount_minor":"%d"}`, i, i) },
		"new names":    func(i int) string { return fmt.Sprintf(`{"order":"o_1","amount_minor":7,"n%d":%d}`, i, i) },
		"a name twice": func(i int) string { return fmt.Sprintf(`{"order":"o_%d","amount_minor":7,"order":"o"}`, i) },
		"cut short":    func(i int) string { return fmt.Sprintf(`{"order":"o_%d"`, i) },
		"escapes": func(i int) string {
			return fmt.Sprintf(`{"order":"%s%d","amount_minor":-}`, strings.Repeat(`\u00e9`, 99), i)
		},
		"depth": func(i int) string { return `{"order":` + strings.Repeat("[", 1000+i) + `}` },
	} {
		flood(bad, 10) // the memory that is kept for the next event
		few, _ := flood(bad, 100)
		many, kept := flood(bad, 800)
		if many > 16*few+1<<16 { // under the race detector pools forget at random
			t.Errorf("%s: 8 times the events allocate %d bytes, not some 8 times %d", name, many, few)
		}
		if kept > 1<<18 {
			t.Errorf("%s: %d bytes are kept", name, kept)
		}
	}
}
