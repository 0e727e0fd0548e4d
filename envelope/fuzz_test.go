package envelope_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/internal/ruletest"
)

func hostile() []string {
	return []string{
		"", "\x00", "\xff", "{", "{}", "[]", "null", `{"event_id":1}`, "{}{}", "{}\n{\n\"a\":1}\n",
		`{"payload":` + strings.Repeat("[", 510) + strings.Repeat("]", 510) + `}`,
		`{"event_id":"\ud800","event_type":"a.b","schema_version":1e400,"aggregate_version":-9223372036854775808}`,
		`{"":{},"a/b~c":1,"payload":{"":{"":0}}}`,
	}
}

// FuzzReadStream reads anything as a stream. No input makes it panic; findings
// point into the text; the counts add up; a second run says the same.
func FuzzReadStream(f *testing.F) {
	for _, text := range hostile() {
		f.Add([]byte(text))
	}
	f.Add([]byte(line("a", 1, 1, 1) + line("a", 1, 3, 3) + line("a", 2, 1, 4)))
	f.Add(orderPaid("1", `{"order":"o_1","amount_minor":7}`))
	checkers := []*envelope.Checker{
		envelope.NewChecker(nil, envelope.Options{MaxBytes: 2000, Window: 2, Aggregates: 2}),
		envelope.NewChecker(fuzzSource(f), envelope.Options{Origin: envelope.Outbox, Version: 2}),
		envelope.NewChecker(fuzzSource(f), envelope.Options{Role: envelope.Reader(evctl.SchemaRef{})}),
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, checker := range checkers {
			first, findings := readAny(t, checker, text)
			if first.Valid+first.Invalid+first.Unchecked != first.Events {
				t.Errorf("%+v does not add up", first)
			}
			lines := bytes.Count(text, []byte("\n")) + 1
			for _, finding := range findings {
				if p := finding.Position; p.Line < 1 || p.Line > lines || p.Column < 1 {
					t.Errorf("%v lies outside of %d lines", finding, lines)
				}
			}
			second, again := readAny(t, checker, text)
			if first != second || ruletest.Text(findings) != ruletest.Text(again) {
				t.Errorf("two runs differ:\n%+v\n%+v", first, second)
			}
		}
	})
}

// FuzzCheck judges anything as one event, as a stream of one, and as an array of
// one: all agree. What is an array itself is judged event by event, too.
func FuzzCheck(f *testing.F) {
	for _, text := range hostile() {
		f.Add([]byte(text))
	}
	event := string(orderPaid("1", `{"order":"o_1","amount_minor":7,"x":[1,{"y":null}]}`))
	f.Add([]byte(event))
	f.Add([]byte("[ " + event + ",\n{\"a\":[{}]} , 7,\r\n\"]\"]"))
	f.Add([]byte("[{}] [\n] [{},{}]"))
	checker := envelope.NewChecker(fuzzSource(f), envelope.Options{})
	f.Fuzz(func(t *testing.T, text []byte) {
		findings, err := checker.Check(context.Background(), "e.ndjson", text)
		if err != nil {
			t.Fatal(err)
		}
		if events, ok := elements(text); ok {
			var each []evctl.Finding
			for _, event := range events {
				alone, err := checker.Check(context.Background(), "e.ndjson", event)
				if err != nil {
					t.Fatal(err)
				}
				each = append(each, alone...)
			}
			sum, streamed := read(t, checker, bytes.NewReader(text))
			if streamed = ofEvents(streamed); sum.Events != len(events) || said(each) != said(streamed) {
				t.Errorf("%d events alone:\n%s%d in an array:\n%s", len(events), said(each), sum.Events, said(streamed))
			}
			return
		}
		if bytes.ContainsAny(text, "\n\r") || bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) || len(bytes.TrimSpace(text)) == 0 || isArray(text) {
			return
		}
		if _, streamed := read(t, checker, bytes.NewReader(text)); ruletest.Text(findings) != ruletest.Text(streamed) {
			t.Errorf("alone:\n%sin a stream:\n%s", ruletest.Text(findings), ruletest.Text(streamed))
		}
		if text[0] != '{' || !json.Valid(text) {
			return
		}
		sum, listed := read(t, checker, io.MultiReader(strings.NewReader("["), bytes.NewReader(text), strings.NewReader("]")))
		for i := range listed {
			listed[i].Position.Column--
			listed[i].Position.EndColumn--
		}
		if sum.Events != 1 || ruletest.Text(findings) != ruletest.Text(listed) {
			t.Errorf("alone:\n%sin an array:\n%s", ruletest.Text(findings), ruletest.Text(listed))
		}
	})
}

// elements are those of a text that is one array of events, as another reader of
// JSON tells them apart.
func elements(text []byte) (events []json.RawMessage, ok bool) {
	if !isArray(text) || json.Unmarshal(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), &events) != nil {
		return nil, false
	}
	return events, true
}

// ofEvents are the findings that say nothing of other events.
func ofEvents(findings []evctl.Finding) (alone []evctl.Finding) {
	for _, f := range findings {
		switch f.Rule {
		case rules.VersionGap.ID, rules.VersionOrder.ID, rules.VersionConflict.ID, rules.StaleWriter.ID, rules.EventIDReused.ID:
		default:
			alone = append(alone, f)
		}
	}
	return alone
}

// said is what findings tell, but for where.
func said(findings []evctl.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintln(&b, f.Rule, f.Severity, f.Path, f.Message)
	}
	return b.String()
}

// readAny is read, but lets arrays be broken.
func readAny(t *testing.T, checker *envelope.Checker, text []byte) (envelope.Summary, []evctl.Finding) {
	var findings []evctl.Finding
	s, err := checker.ReadStream(context.Background(), "e.ndjson", bytes.NewReader(text), func(f evctl.Finding) { findings = append(findings, f) })
	events, whole := elements(text)
	if err != nil && (whole || !isArray(text)) {
		t.Fatal(err)
	}
	if whole && s.Events != len(events) {
		t.Errorf("%d events of an array of %d", s.Events, len(events))
	}
	return s, findings
}

// isArray reports whether a text begins like an array of events, of which the
// first is among its first 512 bytes. Such a stream ends with an error where it is
// broken.
func isArray(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	array, ok := bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("["))
	array = bytes.TrimLeft(array, " \t\r\n")
	return ok && len(text)-len(array) < 512 && len(array) > 0 && (array[0] == '{' || array[0] == ']')
}

func fuzzSource(f *testing.F) evctl.Source {
	files := map[string][]byte{}
	for _, name := range []string{"order.paid/1.json", "order.paid/2.json", "types/id.json"} {
		text, err := embedded.ReadFile("testdata/schemas/events/" + name)
		if err != nil {
			f.Fatal(err)
		}
		files["schemas/events/"+name] = text
	}
	return source(f, files)
}
