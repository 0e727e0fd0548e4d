package envelope_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// A side is a validator and a checker of the same options.
type side struct {
	name      string
	validator *envelope.Validator
	checker   *envelope.Checker
	role      envelope.Role
}

func sides(t testing.TB) []side {
	var all []side
	for name, s := range map[string]struct {
		options envelope.Options
		role    envelope.Role
	}{
		"writer":        {envelope.Options{}, envelope.Writer()},
		"strict writer": {envelope.Options{Semantics: evctl.Semantics{Policy: evctl.Strict}}, envelope.Writer()},
		"reader":        {envelope.Options{}, envelope.Reader(evctl.SchemaRef{})},
		"reader of 1":   {envelope.Options{Registry: "events"}, reader(1)},
		"newest":        {envelope.Options{Version: 2}, envelope.Reader(evctl.SchemaRef{Subject: "order.paid"})},
		"warned":        {envelope.Options{Rules: map[string]evctl.Severity{"envelope/field-unknown": evctl.Warning}}, envelope.Writer()},
		"raised":        {envelope.Options{Rules: map[string]evctl.Severity{"envelope/event-id-v7": evctl.Error}, Registry: "events"}, envelope.Writer()},
	} {
		s.options.Role = s.role
		all = append(all, side{name, validator(t, s.options), envelope.NewChecker(embeddedSource(t), s.options), s.role})
	}
	return all
}

// agree has both judge an event: the validator refuses it exactly if the
// checker finds an error, and finds the same.
func (s side) agree(t *testing.T, event []byte) (valid bool) {
	findings, err := s.checker.Check(context.Background(), "event", event)
	if err != nil {
		t.Fatal(err)
	}
	refused := false
	for _, f := range findings {
		refused = refused || f.Severity >= evctl.Error
	}
	err = s.validator.ValidateAs(s.role, event)
	if (err != nil) != refused {
		t.Fatalf("%s: validator: %v, checker: %v\n%s", s.name, err, findings, event)
	}
	var invalid *envelope.InvalidError
	if errors.As(err, &invalid) {
		rule, offset := invalid.First()
		if got := invalid.Findings(); len(got) != len(findings) || rule == "" || offset < 0 || offset > len(event) {
			t.Fatalf("%s: %d findings, want %d; first %s at %d\n%s", s.name, len(got), len(findings), rule, offset, event)
		}
	}
	return err == nil
}

var eventSeeds = []string{
	string(orderPaid("1", `{"order":"o_1","amount_minor":7,"channel":"web"}`)),
	string(orderPaid("2", `{"order":"o_1","total_minor":7}`)),
	`{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"order.paid","schema_version":1,"schema_ref":"events/order.paid@1",` +
		`"aggregate_type":"order","aggregate_id":"o_1","aggregate_version":1,"writer_epoch":1,"origin_region":"eu","occurred_at":"2024-02-29T09:30:00.125Z",` +
		`"producer":"p","correlation_id":"r","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","payload":{"order":"o_1","amount_minor":7}}`,
	`{"payload" : {"order":"o_1","amount_minor":7,"x":1e99999}, "correlation_id":"é","producer":"p","occurred_at":"2026-03-01T09:30:00.125Z","aggregate_version":1,` + "\n" +
		` "aggregate_id":"1","aggregate_type":"o","schema_version":1,"event_type":"order.paid","event_id":"01938c22-10aa-4c43-9b1e-0242ac120002"}`,
}

// pieces are put into events.
var pieces = []string{
	`"`, `,`, `{}`, `null`, `0`, `-0`, `1.0`, `1e0`, `9223372036854775808`, `"schema_ref":"events/order.paid@1",`, `"schema_ref":"x/order.paid@2",`, `"origin_region":"x",`,
	`"extra":1,`, `"payload":{},`, `\u0070`, "\xff", `\ud800`, `"event_type":"order.paid",`, "00000000-0000-0000-0000-000000000000", "order.shipped", `"order"`, " ", "\n", "2023-02-29", "2000-02-29T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-04-31T23:59:59.999Z", "ff-", "é",
}

// mutate changes an event in a few places.
func mutate(r *rand.Rand, event []byte) []byte {
	b := bytes.Clone(event)
	for range r.IntN(3) {
		at := r.IntN(len(b) + 1)
		switch r.IntN(4) {
		case 0:
			if at < len(b) {
				b[at] = byte(r.IntN(128))
			}
		case 1:
			b = append(b[:at], b[min(len(b), at+1+r.IntN(6)):]...)
		case 2:
			b = append(b[:at:at], append([]byte(pieces[r.IntN(len(pieces))]), b[at:]...)...)
		case 3: // in place of a value
			if i := bytes.IndexByte(b[at:], ':'); i >= 0 {
				from := at + i + 1
				to := from + max(0, bytes.IndexAny(b[from:], ",}"))
				b = append(b[:from:from], append([]byte(pieces[r.IntN(len(pieces))]), b[to:]...)...)
			}
		}
		if len(b) == 0 {
			return b
		}
	}
	return b
}

func TestValidatorAgreesWithChecker(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all, valid := sides(t), 0
	for range 4000 {
		event := mutate(r, []byte(eventSeeds[r.IntN(len(eventSeeds))]))
		for _, s := range all {
			if s.agree(t, event) {
				valid++
			}
		}
	}
	if valid < 500 {
		t.Errorf("only %d events are valid: the mutations are too wild", valid)
	}
}

func FuzzValidatorAgreesWithChecker(f *testing.F) {
	for _, text := range append(hostile(), eventSeeds...) {
		f.Add([]byte(text))
	}
	all := sides(f)
	f.Fuzz(func(t *testing.T, event []byte) {
		for _, s := range all {
			s.agree(t, event)
		}
	})
}

// What a validator allocates: nothing for a valid event, the error for another
// one, until the faults are asked for.
func TestAllocations(t *testing.T) {
	lenient := validator(t, envelope.Options{Rules: map[string]evctl.Severity{"envelope/field-unknown": evctl.Warning}})
	if got := testing.AllocsPerRun(100, func() { lenient.Validate([]byte(eventSeeds[0])) }); got > 1 { // the bytes
		t.Errorf("%v allocations where a rule is a warning, want none", got)
	}
	v := validator(t, envelope.Options{})
	for _, test := range []struct {
		event string
		role  envelope.Role
		want  float64
	}{
		{eventSeeds[0], envelope.Writer(), 0},
		{eventSeeds[1], reader(2), 0},
		{eventSeeds[2], envelope.Writer(), 0},
		{eventSeeds[3], reader(1), 0},
		{string(orderPaid("1", `{"order":"o_1","amount_minor":"7"}`)), envelope.Writer(), 1},
		{string(orderPaid("1", `{"order":"o_1","amount_minor":7,"gift":1}`)), envelope.Writer(), 1},
		{string(orderPaid("1", `{"order":"o_1"`)), envelope.Writer(), 1},
		{string(orderPaid("77", `{}`)), envelope.Writer(), 1},
	} {
		event := []byte(test.event)
		if got := testing.AllocsPerRun(100, func() { v.ValidateAs(test.role, event) }); got > test.want {
			t.Errorf("%v allocations, want %v: %s", got, test.want, event)
		}
		if err := v.ValidateAs(test.role, event); (err == nil) != (test.want == 0) {
			t.Errorf("%s: %v", event, err)
		}
	}
}

// Findings that were asked for stay, whatever becomes of the event's bytes.
func TestFindingsStay(t *testing.T) {
	event := orderPaid("1", `{"order":"o_1","amount_minor":"7"}`)
	var invalid *envelope.InvalidError
	if !errors.As(validator(t, envelope.Options{}).Validate(event), &invalid) {
		t.Fatal("the event is valid")
	}
	before := invalid.Findings()
	clear(event)
	if after := invalid.Findings(); len(before) != 1 || len(after) != 1 || after[0].Message != before[0].Message {
		t.Errorf("%v, before %v", after, before)
	}
}

func TestUnknownTypesAreTyped(t *testing.T) {
	v := validator(t, envelope.Options{})
	for event, want := range map[string]bool{
		string(orderPaid("77", `{}`)): true,
		strings.Replace(string(orderPaid("1", `{}`)), "order.paid", "order.lost", 1): true,
		string(orderPaid("1", `{}`)): false,
	} {
		if err := v.Validate([]byte(event)); err == nil || errors.Is(err, evctl.ErrNotFound) != want {
			t.Errorf("%s: %v", event, err)
		}
	}
}
