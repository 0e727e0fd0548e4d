package envelope_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/internal/ruletest"
)

// mixed is a stream with some of everything, of many batches.
func mixed(events int) string {
	var b strings.Builder
	for i := range events {
		text := line(fmt.Sprint("a", i%7), 1, i/7+1, i+1)
		switch {
		case i%97 == 3:
			text = strings.Replace(text, "parcel-service", "", 1)
		case i%101 == 4:
			text = strings.Replace(text, `"writer_epoch":1`, `"writer_epoch":1 `, 1) + text
		case i%103 == 5:
			text = "{\n" + text[1:]
		case i%107 == 6:
			text = strings.Replace(text, `"r"`, `"\u0072"`, 1)
		case i%109 == 7:
			text = strings.Replace(text, `{}}`, `{"unknown":1}}`, 1)
		case i%113 == 8:
			text = "" // a gap
		case i%127 == 9:
			text += strings.Replace(text, `"correlation_id":"r"`, `"correlation_id":"s"`, 1) // an id is used again
		}
		b.WriteString(text)
	}
	return b.String()
}

func run(t *testing.T, in envelope.Stream) (envelope.Summary, []evctl.Finding) {
	t.Helper()
	schemas := source(t, map[string][]byte{"schemas/events/parcel.shipped/1.json": []byte(`{"type":"object","properties":
		{"text":{"type":"string"},"whole":{"type":"integer"},"part":{"type":"number"},"flag":{"type":["boolean","null"]},"list":{},"":{}}}`)})
	var findings []evctl.Finding
	in.Name = "e"
	s, err := envelope.NewChecker(schemas, envelope.Options{}).Read(context.Background(), in, func(f evctl.Finding) { findings = append(findings, f) })
	if err != nil {
		t.Fatal(err)
	}
	return s, findings
}

func TestWorkersChangeNothing(t *testing.T) {
	text := mixed(5000)
	one, first := run(t, envelope.Stream{Reader: strings.NewReader(text), Workers: 1})
	if one.Invalid == 0 || one.Valid == 0 || one.Redelivered == 0 || one.Aggregates != 7 {
		t.Fatalf("got %+v", one)
	}
	many, others := run(t, envelope.Stream{Reader: strings.NewReader(text), Workers: 5})
	if one != many || ruletest.Text(first) != ruletest.Text(others) {
		t.Errorf("one worker: %+v\nfive: %+v", one, many)
	}
	array := "[" + strings.ReplaceAll(strings.TrimSpace(text), "}}\n", "}},\n") + "]"
	asArray, inArray := run(t, envelope.Stream{Reader: strings.NewReader(array), Workers: 3})
	if asArray != one || len(inArray) != len(first) {
		t.Errorf("as an array: %+v with %d findings, want %+v with %d", asArray, len(inArray), one, len(first))
	}
}

func TestStreamsEndEarly(t *testing.T) {
	text := strings.Repeat(line("a", 1, 1, 1), 3000) + "{}\n" + strings.Repeat(line("a", 1, 1, 1), 3000)
	size := int64(len(line("a", 1, 1, 1)))
	var offset int64
	progress := func(_ envelope.Summary, at int64) { offset = at }
	for name, test := range map[string]struct {
		in      envelope.Stream
		events  int
		invalid int
		offset  int64
	}{
		"all":       {envelope.Stream{}, 6001, 1, 6000*size + 3 - 1},
		"fail fast": {envelope.Stream{FailFast: true}, 3001, 1, 3000*size + 2},
		"limit":     {envelope.Stream{Limit: 10}, 10, 0, 10*size - 1},
		"from":      {envelope.Stream{From: 3000*size + 1}, 3000, 0, 6000*size + 3 - 1},
		"sample":    {envelope.Stream{Sample: 100}, 61, 1, 6000*size + 3 - 1},
		"part":      {envelope.Stream{From: 10 * size, Limit: 5}, 5, 0, 15*size - 1},
	} {
		test.in.Reader, test.in.Progress = strings.NewReader(text), progress
		s, _ := run(t, test.in)
		if s.Events != test.events || s.Invalid != test.invalid || offset != test.offset {
			t.Errorf("%s: got %+v up to %d, want %d events, %d invalid, up to %d", name, s, offset, test.events, test.invalid, test.offset)
		}
	}
}

func TestLinesCountFromTheStart(t *testing.T) {
	text := line("a", 1, 1, 1) + line("a", 1, 2, 2) + "{}\n"
	_, findings := run(t, envelope.Stream{Reader: strings.NewReader(text), From: int64(len(text) - 3)})
	if len(findings) == 0 || findings[0].Position.Line != 3 {
		t.Errorf("got %v", findings)
	}
}

// An event that comes again is known however it is written then.
func TestEventsComeAgainInOtherLayouts(t *testing.T) {
	event := line("a", 1, 1, 1)
	spaced := strings.NewReplacer(`":`, `": `, `,"`, `, "`).Replace(event)
	turned := `{"payload":{},` + strings.Replace(event[1:], `,"payload":{}`, "", 1)
	other := strings.Replace(event, `"correlation_id":"r"`, `"correlation_id":"s"`, 1)
	for _, order := range [][]string{{event, spaced, event, turned, spaced}, {spaced, spaced, turned, event, event}, {turned, event, spaced, spaced, event}} {
		sum, findings := run(t, envelope.Stream{Reader: strings.NewReader(strings.Join(order, "") + other)})
		if sum.Events != 6 || sum.Redelivered != 4 || len(findings) != 1 || findings[0].Rule != "envelope/event-id-reused" {
			t.Errorf("got %+v and %d findings, want 4 events that came again and one of other content:\n%s", sum, len(findings), ruletest.Text(findings))
		}
	}
}

// One space more, or two members that change places, are the same event.
func TestEventsComeAgainWithAnyOneThingMoved(t *testing.T) {
	event := strings.TrimSuffix(strings.Replace(line("a", 1, 1, 1), `{}}`, `{"text":"ab","whole":12,"list":[1]}}`, 1), "\n")
	lines := []string{event}
	var members []string
	start, depth, quoted := 1, 0, false
	for i, c := range event {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
			continue
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if c == ',' && depth == 1 || depth == 0 {
			members, start = append(members, event[start:i]), i+1
		}
		if strings.ContainsRune(`{}[]:,`, c) {
			lines = append(lines, event[:i]+" "+event[i:], event[:i+1]+" "+event[i+1:])
		}
	}
	for i := range len(members) - 1 {
		turned := slices.Clone(members)
		turned[i], turned[i+1] = turned[i+1], turned[i]
		lines = append(lines, "{"+strings.Join(turned, ",")+"}")
	}
	sum, findings := run(t, envelope.Stream{Reader: strings.NewReader(strings.Join(lines, "\n"))})
	if sum.Redelivered != len(lines)-1 || len(lines) < 40 || len(findings) > 0 {
		t.Errorf("%d of %d came again:\n%s", sum.Redelivered, len(lines)-1, ruletest.Text(findings))
	}
}

// The same holds for payloads. No spelling of one stands for another one.
func TestPayloadsComeAgainInOtherLayouts(t *testing.T) {
	values := [][]string{ // each line: one value
		{`{"text":"ab","whole":12,"flag":true}`, `{"whole":12,"flag":true,"text":"ab"}`, `{ "text" : "ab", "whole":12 , "flag":true}`, `{"text":"\u0061b","whole":12,"flag":true}`, `{"\u0074ext":"ab","whole":12.0,"flag":true}`, `{"text":"ab","whole":120e-1,"flag":true}`},
		{`{"text":"ab","whole":12,"flag":false}`}, {`{"text":"ab","whole":12,"flag":null}`}, {`{"text":"ab","whole":12}`},
		{`{"text":"ab","whole":-12,"flag":true}`, `{"text":"ab", "whole":-12.0, "flag":true}`}, {`{"text":"12","whole":12,"flag":true}`}, {`{"text":"true","whole":12,"flag":true}`},
		{`{"text":"","whole":0}`, `{"whole":-0,"text":""}`, `{"whole":0.0,"text":""}`}, {`{"text":""}`}, {`{}`, `{ }`}, {`{"":"text"}`, `{"" :"text"}`}, {`{"":":text"}`}, {`{"":"text\""}`},
		{`{"part":0.5}`, `{"part":5e-1}`}, {`{"part":"0.5"}`}, {`{"part":1}`, `{"part":1.0}`}, {`{"part":10}`, `{"part":1e1}`},
		{`{"list":["a",{"b":1,"c":[]}],"text":"é"}`, `{"text":"\u00e9","list":[ "a" , {"c":[],"b":1.0}]}`}, {`{"list":[{"b":1,"c":[]},"a"],"text":"é"}`}, {`{"list":["a",{"b":1,"c":{}}],"text":"é"}`}, {`{"list":["a",{"b":1,"c":[]}],"text":"e"}`},
		{`{"text":"a\",\"whole\":7"}`}, {`{"text":"a","whole":7}`}, {`{"text":"a\\","whole":7}`}, {`{"text":123456789012345678}`}, {`{"text":123456789012345679}`}, {`{"text":1234567890123456789}`},
	}
	for i, value := range values {
		for _, first := range value {
			var text strings.Builder
			for _, again := range append([]string{first}, value...) {
				text.WriteString(strings.Replace(line("a", 1, 1, 1), `{}}`, again+`}`, 1))
			}
			for k, other := range values {
				if k != i {
					text.WriteString(strings.Replace(line("a", 1, 1, 1), `{}}`, other[0]+`}`, 1))
				}
			}
			sum, findings := run(t, envelope.Stream{Reader: strings.NewReader(text.String())})
			reused := 0
			for _, f := range findings {
				if f.Rule == "envelope/event-id-reused" {
					reused++
				}
			}
			if sum.Redelivered != len(value) || reused != len(values)-1 {
				t.Errorf("%s: %d came again, want %d; %d others, want %d", first, sum.Redelivered, len(value), reused, len(values)-1)
			}
		}
	}
}

// A number beyond what a schema may look at is content like any other, in the
// envelope and in the payload.
func TestEventsComeAgainWithHugeNumbers(t *testing.T) {
	event := line("a", 1, 1, 1)
	for _, huge := range []string{strings.Repeat("1", 20_001), "1e99999", "-0." + strings.Repeat("0", 20_000) + "1"} {
		inPayload := strings.Replace(event, `{}}`, `{"huge":`+huge+`}}`, 1)
		inEnvelope := strings.Replace(event, `"payload"`, `"huge":`+huge+`,"payload"`, 1)
		for _, text := range []string{inPayload, inEnvelope} {
			spaced := strings.Replace(text, `"huge":`, `"huge": `, 1)
			sum, findings := run(t, envelope.Stream{Reader: strings.NewReader(text + spaced + event)})
			last := findings[len(findings)-1]
			if sum.Events != 3 || sum.Redelivered != 1 || last.Rule != "envelope/event-id-reused" || last.Position.Line != 3 {
				t.Errorf("%.9s: got %+v, and last %v", huge, sum, last)
			}
		}
	}
}
