package envelope

import (
	"context"
	"errors"
	"maps"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema"
	"github.com/evctl/evctl/envelope"
)

// changes are incompatible under the lenient policy.
var changes = map[string][2]string{
	"a required field renamed": {
		`{"type":"object","properties":{"amount":{"type":"integer"}},"required":["amount"]}`,
		`{"type":"object","properties":{"total":{"type":"integer"}},"required":["total"]}`},
	"an enum grown": {
		`{"type":"object","properties":{"state":{"enum":["open","paid"]}}}`,
		`{"type":"object","properties":{"state":{"enum":["open","paid","void"]}}}`},
	"a type widened": {
		`{"type":"object","properties":{"amount":{"type":"integer"}}}`,
		`{"type":"object","properties":{"amount":{"type":"number"}}}`},
	"a bound moved, deep inside": {
		`{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"qty":{"type":"integer","minimum":1}}}}}}`,
		`{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"qty":{"type":"integer","minimum":0}}}}}}`},
	"a removed name used again": {
		`{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x_":{"type":"string"}}}`,
		`{"type":"object","properties":{"a":{"type":"integer"},"x_b":{"type":"integer"}}}`},
}

// The event that proves a lenient verdict is one that the producer's validator
// lets into the outbox, and that the consumer's validator refuses.
func TestWitnessesPassTheWriterAndFailTheReader(t *testing.T) {
	ctx := context.Background()
	for name, change := range changes {
		v, files := carried(t, fstest.MapFS{"events/order.paid/1.json": {Data: []byte(change[0])}, "events/order.paid/2.json": {Data: []byte(change[1])}})
		versions, err := files.Versions(ctx, "order.paid")
		if err != nil {
			t.Fatal(err)
		}
		broken := 0
		for writer, direction := range map[int]evctl.Direction{1: evctl.Backward, 2: evctl.Forward} {
			judgement, err := jsonschema.New().Compare(ctx, versions[0], versions[1], []evctl.Direction{direction}, semantics)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range judgement.Findings {
				if f.Witness != nil {
					broken++
					passes(t, v, name, writer, f.Witness.Value)
				}
			}
		}
		if broken == 0 {
			t.Errorf("%s: no witness", name)
		}
	}
}

func passes(t rapid.TB, v *envelope.Validator, name string, writer int, payload []byte) {
	event := orderPaid(writer, payload)
	if err := v.Validate(event); err != nil {
		t.Errorf("%s: the writer of version %d refuses %s: %v", name, writer, payload, err)
	}
	var invalid *envelope.InvalidError
	if err := v.ValidateAs(readerOf(3-writer), event); !errors.As(err, &invalid) {
		t.Errorf("%s: the reader of version %d takes %s: %v", name, 3-writer, payload, err)
	}
}

// Sound end to end: of two versions that the engine calls compatible, no event
// that the validator lets out of the one is refused by the other.
func TestVerdictsHoldForTheValidators(t *testing.T) {
	engine, seen := jsonschema.New(), map[evctl.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		old := object(t)
		changed := old
		if rapid.Bool().Draw(t, "unrelated") {
			changed = object(t)
		} else {
			changed = edited(t, old)
		}
		fsys := fstest.MapFS{"events/order.paid/1.json": {Data: marshal(t, old)}, "events/order.paid/2.json": {Data: marshal(t, changed)}}
		v, files := carried(t, fsys)
		versions, err := files.Versions(context.Background(), "order.paid")
		if err != nil {
			t.Fatal(err)
		}
		judgement, err := engine.Compare(context.Background(), versions[0], versions[1], []evctl.Direction{evctl.Backward}, semantics)
		if err != nil {
			t.Fatal(err)
		}
		seen[judgement.Verdict]++
		for _, f := range judgement.Findings {
			if f.Witness != nil {
				passes(t, v, string(fsys["events/order.paid/1.json"].Data)+" to "+string(fsys["events/order.paid/2.json"].Data), 1, f.Witness.Value)
			}
		}
		if judgement.Verdict != evctl.Compatible {
			return
		}
		for range 5 {
			payload := marshal(t, value(t, 2))
			if event := orderPaid(1, payload); v.Validate(event) == nil {
				if err := v.ValidateAs(readerOf(2), event); err != nil {
					t.Errorf("compatible, but %s is written with\n%s\nand refused by\n%s\n%v", payload,
						fsys["events/order.paid/1.json"].Data, fsys["events/order.paid/2.json"].Data, err)
				}
			}
		}
	})
	t.Log(seen)
	if seen[evctl.Compatible] == 0 || seen[evctl.Incompatible] == 0 {
		t.Error("the generator is one-sided")
	}
}

// object draws a schema of objects.
func object(t *rapid.T) map[string]any {
	s := schema(t, 2)
	s["type"] = "object"
	return s
}

// edited draws a copy with one property added or replaced.
func edited(t *rapid.T, s map[string]any) map[string]any {
	s = maps.Clone(s)
	properties := map[string]any{}
	if old, ok := s["properties"].(map[string]any); ok {
		properties = maps.Clone(old)
	}
	properties[rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "edited")] = schema(t, 1)
	s["properties"] = properties
	return s
}
