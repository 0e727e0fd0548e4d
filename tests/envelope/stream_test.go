package envelope

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// An entry is what the order of a stream depends on.
type entry struct {
	aggregate      string
	epoch, version int
	id             int
	content        int
}

func (e entry) text() string {
	return fmt.Sprintf(`{"event_id":"01938c22-10aa-7c43-9b1e-%012d","event_type":"order.paid","schema_version":1,"schema_ref":"events/order.paid@1",`+
		`"aggregate_type":"order","aggregate_id":%q,"aggregate_version":%d,"writer_epoch":%d,"origin_region":"eu-west-1",`+
		`"occurred_at":"2026-03-01T09:30:00.125Z","producer":"p","correlation_id":"c","payload":{"n":%d}}`, e.id, e.aggregate, e.version, e.epoch, e.content)
}

// model says which rule an entry breaks, by looking through everything before
// it: the definitions, without windows, digests or counters.
func model(past []entry, e entry) string {
	for _, p := range past {
		if p.id == e.id && p != e {
			return "envelope/event-id-reused"
		}
		if p == e {
			return "envelope/outbox-duplicate"
		}
	}
	epoch := 0
	for _, p := range past {
		if p.aggregate == e.aggregate {
			epoch = max(epoch, p.epoch)
		}
	}
	first, last, taken := 0, 0, false
	for _, p := range past {
		if p.aggregate == e.aggregate && p.epoch == epoch {
			if first == 0 {
				first = p.version
			}
			last = max(last, p.version)
			taken = taken || p.version == e.version
		}
	}
	switch {
	case e.epoch > epoch:
		return ""
	case e.epoch < epoch:
		return "envelope/stale-writer"
	case e.version == last+1:
		return ""
	case e.version > last:
		return "envelope/version-gap"
	case taken:
		return "envelope/version-conflict"
	case e.version < first: // the stream may have begun too late to know
		return ""
	}
	return "envelope/version-order"
}

// draw prefers what a working producer writes: low epochs and ids of their own.
func draw(t *rapid.T) entry {
	return entry{
		aggregate: rapid.SampledFrom([]string{"a", "a", "b"}).Draw(t, "aggregate"),
		epoch:     rapid.SampledFrom([]int{1, 1, 1, 1, 1, 1, 1, 2, 3}).Draw(t, "epoch"),
		version:   rapid.IntRange(1, 9).Draw(t, "version"),
		id:        rapid.IntRange(1, 120).Draw(t, "id"),
		content:   rapid.IntRange(0, 1).Draw(t, "content"),
	}
}

func TestStreamFollowsTheDefinitions(t *testing.T) {
	checker := envelope.NewChecker(nil, envelope.Options{Origin: envelope.Outbox})
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(draw), 8, 24).Draw(t, "entries")
		if rapid.Bool().Draw(t, "repeat") {
			entries = append(entries, entries...)
		}
		var text strings.Builder
		var want, got []string
		for i, e := range entries {
			text.WriteString(e.text() + "\n")
			if rule := model(entries[:i], e); rule != "" {
				want = append(want, fmt.Sprintf("%d %s", i+1, rule))
				seen[rule]++
			}
		}
		_, err := checker.ReadStream(context.Background(), "e", strings.NewReader(text.String()), func(f evctl.Finding) {
			got = append(got, fmt.Sprintf("%d %s", f.Position.Line, f.Rule))
		})
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v\n%s\n%s", err, diff, text.String())
		}
	})
	t.Log(seen)
	if len(seen) != 6 {
		t.Errorf("the generator shows %d of 6 rules", len(seen))
	}
}
