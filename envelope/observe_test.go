package envelope_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/rules"
)

func TestObserverIsTold(t *testing.T) {
	var told []envelope.Judgement
	observer := func(j envelope.Judgement) { told = append(told, j) }
	valid, misfit := orderPaid("2", `{"order":"o_1","total_minor":7}`), orderPaid("2", `{"order":7,"total_minor":7}`)
	packed := []byte(strings.Replace(string(misfit), `"order.paid"`, `"order\u002epaid"`, 1)) // which only the slow way reads
	for _, mode := range []envelope.Mode{envelope.Enforce, envelope.Observe} {
		v := validator(t, envelope.Options{Mode: mode, Observer: observer})
		for _, test := range []struct {
			event         []byte
			subject, rule string
		}{
			{valid, "order.paid", ""},
			{misfit, "order.paid", rules.PayloadValid.ID},
			{packed, "order.paid", rules.PayloadValid.ID},
			{[]byte(strings.Replace(string(valid), `"order.paid"`, `"order.lost"`, 1)), "", rules.SchemaKnown.ID},
			{[]byte("{}"), "", rules.FieldRequired.ID},
			{[]byte("no event"), "", rules.EventJSON.ID},
		} {
			told = nil
			err := v.Validate(test.event)
			refused := mode == envelope.Enforce && test.rule != ""
			if (err != nil) != refused || len(told) != 1 {
				t.Fatalf("mode %d: %s: got %v, told %d times", mode, test.event, err, len(told))
			}
			got := told[0]
			if got.Subject != test.subject || got.Rule() != test.rule || got.Refused != refused || got.Elapsed < 0 {
				t.Errorf("mode %d: %s: told %+v of rule %s", mode, test.event, got, got.Rule())
			}
			var invalid *envelope.InvalidError
			if errors.As(got.Err, &invalid) == (test.rule == "") {
				t.Errorf("mode %d: %s: told of %v", mode, test.event, got.Err)
			}
		}
	}
}

func TestObserverOfAReader(t *testing.T) {
	var told []string
	v := validator(t, envelope.Options{Observer: func(j envelope.Judgement) { told = append(told, j.Subject) }})
	event := orderPaid("2", `{"order":"o_1","total_minor":7}`)
	v.ValidateAs(reader(2), event)
	v.ValidateAs(envelope.Reader(evctl.SchemaRef{}), event)
	v.ValidateAs(reader(9), event)
	if got := strings.Join(told, ","); got != "order.paid,order.paid," {
		t.Errorf("told of %s", got)
	}
}

// The share is what was asked for, hangs on the id alone, and grows with the rate.
func TestSample(t *testing.T) {
	const events = 50_000
	var told int
	sample := func(rate float64) *envelope.Validator {
		return validator(t, envelope.Options{Mode: envelope.Sample, Rate: rate, Observer: func(envelope.Judgement) { told++ }})
	}
	looks := func(v *envelope.Validator, event string) bool {
		before := told
		if err := v.Validate([]byte(event)); err != nil {
			t.Fatalf("a sample refuses: %v", err)
		}
		return told > before
	}
	few, more, all := sample(0.01), sample(0.3), sample(1)
	counts := map[*envelope.Validator]float64{}
	for range events {
		id := envelope.NewEventID()
		first, last := `{"event_id":"`+id+`","payload":{}}`, `{"payload": {"event_id": "other"}, "event_id" : "`+id+`"}`
		for _, v := range []*envelope.Validator{few, more, all} {
			if looks(v, first) != looks(v, last) {
				t.Fatalf("%s is taken by one and left by the other", id)
			}
		}
		in := looks(few, first)
		if in {
			counts[few]++
		}
		if looks(more, first) {
			counts[more]++
		} else if in {
			t.Fatalf("%s is in the smaller sample alone", id)
		}
		if !looks(all, first) {
			t.Fatalf("%s is left out of all", id)
		}
	}
	for v, rate := range map[*envelope.Validator]float64{few: 0.01, more: 0.3} {
		if want := rate * events; math.Abs(counts[v]-want) > 5*math.Sqrt(want) {
			t.Errorf("at %v, %v of %d events were judged", rate, counts[v], events)
		}
	}
	for _, none := range []string{"", "{", "[]", `{"event_type":"a"}`, `{"event_id":7}`, `{"event_id"`, `{"a":{`, `{"event_id":"\u0031"}`} {
		if !looks(few, none) {
			t.Errorf("%s has no id and was not judged", none)
		}
	}
}

func TestModesThatAreNone(t *testing.T) {
	observer := func(envelope.Judgement) {}
	for _, o := range []envelope.Options{
		{Mode: 3, Observer: observer},
		{Mode: -1, Observer: observer},
		{Mode: envelope.Observe},
		{Mode: envelope.Sample, Observer: observer},
		{Mode: envelope.Sample, Observer: observer, Rate: 1.5},
		{Mode: envelope.Sample, Observer: observer, Rate: math.NaN()},
	} {
		if _, err := envelope.NewValidator(t.Context(), embeddedSource(t), o); err == nil {
			t.Errorf("mode %d, rate %v: no error", o.Mode, o.Rate)
		}
	}
}

func TestObservingAllocatesNothing(t *testing.T) {
	event := orderPaid("2", `{"order":"o_1","total_minor":7}`)
	for _, mode := range []envelope.Mode{envelope.Enforce, envelope.Observe, envelope.Sample} {
		v := validator(t, envelope.Options{Mode: mode, Rate: 0.5, Observer: func(envelope.Judgement) {}})
		if n := testing.AllocsPerRun(1000, func() { v.Validate(event) }); n > 0 {
			t.Errorf("mode %d: %v allocations", mode, n)
		}
	}
}
