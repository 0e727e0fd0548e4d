package envelope_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
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

// FuzzCheck judges anything as one event, and as a stream of one: both agree.
func FuzzCheck(f *testing.F) {
	for _, text := range hostile() {
		f.Add([]byte(text))
	}
	f.Add(orderPaid("1", `{"order":"o_1","amount_minor":7,"x":[1,{"y":null}]}`))
	checker := envelope.NewChecker(fuzzSource(f), envelope.Options{})
	f.Fuzz(func(t *testing.T, text []byte) {
		findings, err := checker.Check(context.Background(), "e.ndjson", text)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsAny(text, "\n\r") || bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) || len(bytes.TrimSpace(text)) == 0 || isArray(text) {
			return
		}
		if _, streamed := read(t, checker, bytes.NewReader(text)); ruletest.Text(findings) != ruletest.Text(streamed) {
			t.Errorf("alone:\n%sin a stream:\n%s", ruletest.Text(findings), ruletest.Text(streamed))
		}
	})
}

// readAny is read, but lets arrays be broken.
func readAny(t *testing.T, checker *envelope.Checker, text []byte) (envelope.Summary, []evctl.Finding) {
	var findings []evctl.Finding
	s, err := checker.ReadStream(context.Background(), "e.ndjson", bytes.NewReader(text), func(f evctl.Finding) { findings = append(findings, f) })
	if err != nil && !isArray(text) {
		t.Fatal(err)
	}
	return s, findings
}

// isArray reports whether a text may be read as an array of events, which ends
// with an error where it is broken.
func isArray(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))), []byte("["))
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
