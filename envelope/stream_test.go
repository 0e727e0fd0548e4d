package envelope_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/internal/ruletest"
)

// line is an event of version 2 of an aggregate.
func line(aggregate string, epoch, version, id int) string {
	return fmt.Sprintf(`{"event_id":"01938c22-10aa-7c43-9b1e-%012x","event_type":"parcel.shipped","schema_version":1,"schema_ref":"events/parcel.shipped@1",`+
		`"aggregate_type":"parcel","aggregate_id":%q,"aggregate_version":%d,"writer_epoch":%d,"origin_region":"eu-west-1",`+
		`"occurred_at":"2026-03-01T09:30:00.125Z","producer":"parcel-service","correlation_id":"r","payload":{}}`+"\n", id, aggregate, version, epoch)
}

func read(t *testing.T, checker *envelope.Checker, r io.Reader) (envelope.Summary, []evctl.Finding) {
	t.Helper()
	var findings []evctl.Finding
	s, err := checker.ReadStream(context.Background(), "e.ndjson", r, func(f evctl.Finding) { findings = append(findings, f) })
	if err != nil {
		t.Fatal(err)
	}
	return s, findings
}

func TestSummaryCountsWhatWasNotLookedAt(t *testing.T) {
	schemas := source(t, map[string][]byte{
		"schemas/events/parcel.shipped/1.json": []byte(`{"type":"object"}`),
		"schemas/events/parcel.lost/1.avsc":    []byte(`"unknown.Type"`),
	})
	text := line("a", 1, 1, 1) + line("a", 1, 2, 2) + line("a", 1, 2, 2) + "\r\n" + // a re-delivery
		line("b", 1, 1, 3) + line("c", 1, 1, 4) + // the third aggregate is one too many
		line("a", 1, 1, 1) + // forgotten by now
		strings.ReplaceAll(strings.Replace(line("b", 1, 2, 5), "{}", `"AAEC"`, 1), "parcel.shipped", "parcel.lost") +
		strings.ReplaceAll(line("b", 1, 3, 6), "parcel.shipped@1", "parcel.shipped@7") +
		strings.ReplaceAll(line("b", 1, 4, 7), "parcel.shipped", "parcel.found") +
		"{}\n" + line("b", 1, 6, 8)
	checker := envelope.NewChecker(schemas, envelope.Options{Window: 2, Aggregates: 2})
	got, findings := read(t, checker, strings.NewReader(text))
	want := envelope.Summary{
		Events: 11, Valid: 6, Invalid: 4, Unchecked: 1, Unregistered: 1, Redelivered: 1, Aggregates: 2,
		Unverified: 1, Untracked: 1, Unordered: 1, Window: 2, Forgotten: 6,
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v\n%s", got, want, ruletest.Text(findings))
	}
	var sum envelope.Summary
	sum.Add(got)
	sum.Add(got)
	if sum.Events != 22 || sum.Valid+sum.Invalid+sum.Unchecked != sum.Events || sum.Window != 2 {
		t.Errorf("added up: %+v", sum)
	}
	again, _ := read(t, checker, iotest.HalfReader(strings.NewReader(text)))
	if again != got {
		t.Errorf("the second run differs: %+v", again)
	}
}

func TestWithoutSourcePayloadsAreUnchecked(t *testing.T) {
	got, findings := read(t, envelope.NewChecker(nil, envelope.Options{}), strings.NewReader(line("a", 1, 1, 1)))
	if got.Unchecked != 1 || got.Valid != 0 || len(findings) > 0 {
		t.Errorf("got %+v %v", got, findings)
	}
}

func TestFindingsNameTheEventBefore(t *testing.T) {
	text := "\n" + line("a", 1, 1, 1) + line("a", 1, 2, 2) + line("a", 1, 1, 9)
	_, findings := read(t, envelope.NewChecker(nil, envelope.Options{}), strings.NewReader(text))
	if len(findings) != 1 || len(findings[0].Related) != 1 || findings[0].Related[0].String() != "e.ndjson:2:1" {
		t.Fatalf("got %+v", findings)
	}
	if f := findings[0]; f.Position.String() != "e.ndjson:4:205" || f.Path != "/aggregate_version" || f.Subject != "parcel.shipped" || f.Key != "parcel/a" {
		t.Errorf("got %+v", f)
	}
}

func TestEachMissingNameHasItsFingerprint(t *testing.T) {
	schemas := source(t, map[string][]byte{"schemas/events/order.paid/1.json": []byte(`{"required":["a","b"],"properties":{}}`)})
	_, findings := read(t, envelope.NewChecker(schemas, envelope.Options{}), strings.NewReader(string(orderPaid("1", `{}`))))
	if len(findings) != 2 || findings[0].ID() == findings[1].ID() {
		t.Errorf("got %+v", findings)
	}
}

// broken is a source that cannot be reached.
type broken struct{ evctl.Source }

func (broken) Get(context.Context, evctl.SchemaRef) (*evctl.Schema, error) {
	return nil, errors.New("connection refused")
}

func TestErrorsAreNotFindings(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, test := range map[string]struct {
		ctx    context.Context
		source evctl.Source
		r      io.Reader
		want   string
	}{
		"source": {context.Background(), broken{}, strings.NewReader("\n" + line("a", 1, 1, 1)), "e.ndjson:2: get schema events/parcel.shipped@1: connection refused"},
		"reader": {context.Background(), nil, iotest.ErrReader(errors.New("bad disk")), "read e.ndjson: bad disk"},
		"end":    {ended, nil, strings.NewReader(line("a", 1, 1, 1)), "read e.ndjson: context canceled"},
	} {
		_, err := envelope.NewChecker(test.source, envelope.Options{}).ReadStream(test.ctx, "e.ndjson", test.r, func(f evctl.Finding) {
			t.Errorf("%s: finding %v", name, f)
		})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

func TestEventsBeyondTheParsersLimit(t *testing.T) {
	checker := envelope.NewChecker(nil, envelope.Options{MaxBytes: 1 << 30})
	_, findings := read(t, checker, &endless{left: 17 << 20})
	if len(findings) != 1 || findings[0].Position.String() != "e.ndjson:1:1" || !strings.Contains(findings[0].Message, "over the limit of 16777216") {
		t.Errorf("got %v", findings)
	}
}

// endless yields one line that never ends.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	e.left -= n
	for i := range p[:n] {
		p[i] = '['
	}
	return n, nil
}

func TestDeepEventsAreRefused(t *testing.T) {
	deep := `{"payload":` + strings.Repeat(`[{"a":`, 50_000)
	_, findings := read(t, envelope.NewChecker(nil, envelope.Options{}), strings.NewReader(deep+"\n"))
	if len(findings) != 1 || findings[0].Message != "no JSON object: nested deeper than the limit of 500" {
		t.Errorf("got %v", findings)
	}
}

func TestHugeLinesAreNotHeld(t *testing.T) {
	checker := envelope.NewChecker(nil, envelope.Options{MaxBytes: 1000})
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			s, findings := read(t, checker, &endless{left: 50 << 20})
			if s.Invalid != 1 || findings[0].Message != "the event has 52428800 bytes, the limit is 1000" {
				t.Errorf("got %+v %v", s, findings)
			}
		}
	}).AllocedBytesPerOp()
	if allocated > 1<<20 {
		t.Errorf("%d bytes allocated for a line of 50 MiB", allocated)
	}
}

// What Seen is told of an event is the same however it was judged: from its bytes,
// or taken apart because something is wrong with it.
func TestSeenIsToldOfEachEvent(t *testing.T) {
	good := line("a", 1, 1, 1)
	elsewhere := strings.Replace(line("a", 1, 2, 2), `.125Z"`, `.125+02:00"`, 1)
	undated := strings.Replace(line("a", 1, 3, 3), `"occurred_at":"`, `"occurred_at":"on `, 1)
	var seen []string
	in := envelope.Stream{Reader: strings.NewReader(good + elsewhere + undated + "no event\n"), Times: true, Seen: func(j envelope.Judged) {
		seen = append(seen, fmt.Sprint(j.Ref.Subject, " ", j.Invalid, " ", len(j.Findings), " ", j.Occurred.Format(time.RFC3339)))
	}}
	run(t, in)
	want := []string{"parcel.shipped false 0 2026-03-01T09:30:00Z", "parcel.shipped true 1 2026-03-01T07:30:00Z", "parcel.shipped true 1 0001-01-01T00:00:00Z", " true 1 0001-01-01T00:00:00Z"}
	if !slices.Equal(seen, want) {
		t.Errorf("got %q, want %q", seen, want)
	}
}

// Records in another form are made events by the workers; one that cannot be is a
// fault at its place, and those behind it are judged.
func TestRecordsInAnotherForm(t *testing.T) {
	forms := []string{"1", "none", "2"}
	next := 0
	in := envelope.Stream{
		Records: func() (envelope.Record, error) {
			if next == len(forms) {
				return envelope.Record{}, io.EOF
			}
			next++
			return envelope.Record{Text: []byte(forms[next-1]), Line: next, Offset: int64(next - 1), Next: int64(next)}, nil
		},
		JSON: func(record []byte) ([]byte, error) {
			version, err := strconv.Atoi(string(record))
			return []byte(line("a", 1, version, version)), err
		},
	}
	sum, findings := run(t, in)
	if sum.Valid != 2 || sum.Invalid != 1 || len(findings) != 1 || findings[0].Position.Line != 2 || !strings.HasPrefix(findings[0].Message, "no event: ") {
		t.Errorf("got %+v, %v", sum, findings)
	}
}
