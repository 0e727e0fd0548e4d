package envelope_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/wire"
)

const plainSchema = `{"type":"object"}`

// plainEvent is an event of parcel.KIND, version 1.
func plainEvent(kind string) []byte {
	return fmt.Appendf(nil, `{"event_id":"01938c1f-5a20-7d11-8c3e-000000000000","event_type":"parcel.%s","schema_version":1,"aggregate_type":"parcel",`+
		`"aggregate_id":"p","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z","producer":"p","correlation_id":"r","payload":{}}`, kind)
}

// framedSource has parcel.shipped, which a registry would print as another text,
// and parcel.lost.
func framedSource(t testing.TB) evctl.Source {
	return source(t, map[string][]byte{"schemas/events/parcel.shipped/1.json": []byte("{ \"type\":  \"object\" }\n"), "schemas/events/parcel.lost/1.json": []byte(`{}`)})
}

func guidHeader(text string) []byte {
	sum := md5.Sum([]byte(text))
	return append([]byte{1}, sum[:]...)
}

var framedRecords = map[string]struct {
	header, prefix []byte
	rule           string // that is broken
	says           string
}{
	"no header":                  {},
	"its GUID":                   {header: guidHeader(plainSchema)},
	"its GUID, before the value": {prefix: guidHeader(plainSchema)},
	"the GUID of another":        {header: guidHeader("{}"), rule: "envelope/header-agrees", says: "(events/parcel.lost@1), want events/parcel.shipped@1"},
	"another before the value":   {prefix: guidHeader("{}"), rule: "envelope/header-agrees", says: "(events/parcel.lost@1), want events/parcel.shipped@1"},
	"a GUID of nobody":           {header: guidHeader("nobody"), rule: "envelope/header-known", says: "which nobody here knows"},
	"an id":                      {prefix: []byte{0, 0, 0, 0, 7}, rule: "envelope/header-known", says: "schema id 7"},
	"an id in the record header": {header: []byte{0, 0, 0, 0, 7}, rule: "envelope/header-known", says: "schema id 7"},
	"a header cut short":         {header: []byte{1, 2}, rule: "envelope/header-agrees", says: "record header __value_schema_id: Confluent GUID header"},
	"an empty header":            {header: []byte{}, rule: "envelope/header-agrees", says: "starts with"},
	"a prefix cut short":         {prefix: []byte{1}, rule: "envelope/event-json", says: "no event behind the Confluent GUID header"},
	"a prefix of 8 bytes":        {prefix: []byte{0, 0, 0, 0, 0, 0, 0, 0, 7}, rule: "envelope/event-json", says: "no event: Confluent prefix: schema id 0"},
	"an unknown compression":     {prefix: append([]byte{3, 1}, make([]byte, 16)...), rule: "envelope/event-json", says: "no event: glue header"},
	"a header and a prefix":      {header: guidHeader(plainSchema), prefix: []byte{0, 0, 0, 0, 7}, rule: "envelope/event-json"},
}

func TestHeadersBeforeEvents(t *testing.T) {
	for _, role := range []envelope.Role{envelope.Writer(), envelope.Reader(evctl.SchemaRef{}), envelope.Reader(evctl.SchemaRef{Subject: "parcel.shipped", Version: 1})} {
		checker := envelope.NewChecker(framedSource(t), envelope.Options{Role: role})
		plain, err := envelope.NewValidator(context.Background(), framedSource(t), envelope.Options{})
		if err != nil {
			t.Fatal(err)
		}
		severities := map[string]evctl.Severity{"envelope/header-known": evctl.Error}
		strict, err := envelope.NewValidator(context.Background(), framedSource(t), envelope.Options{Rules: severities})
		if err != nil {
			t.Fatal(err)
		}
		for name, test := range framedRecords {
			value := append(slices.Clone(test.prefix), plainEvent("shipped")...)
			var rules []string
			for range 2 { // the second finds the schema compiled
				rules = streamed(t, checker, envelope.Record{Text: value, Header: test.header})
				if strings.Join(rules, " ") != test.rule {
					t.Errorf("%s, %s: the stream has %q, want %q", role, name, rules, test.rule)
				}
			}
			err := strict.ValidateRecord(role, test.header, value)
			if got := brokenRule(err); got != test.rule || err != nil && !strings.Contains(err.Error(), test.says) {
				t.Errorf("%s, %s: got %v, want %q", role, name, err, test.rule)
			}
			err = plain.ValidateRecord(role, test.header, value)
			if got := brokenRule(err); got != test.rule && !(got == "" && test.rule == "envelope/header-known") {
				t.Errorf("%s, %s: without the rule as an error: got %v", role, name, err)
			}
		}
	}
}

// brokenRule is the rule that an event breaks first.
func brokenRule(err error) string {
	var invalid *envelope.InvalidError
	if !errors.As(err, &invalid) {
		return ""
	}
	rule, _ := invalid.First()
	return rule
}

// streamed returns the rules that an event on its own breaks.
func streamed(t *testing.T, c *envelope.Checker, r envelope.Record) (rules []string) {
	t.Helper()
	left := 1
	_, err := c.Read(context.Background(), envelope.Stream{Name: "s", Framed: true, Records: func() (envelope.Record, error) {
		if left--; left < 0 {
			return envelope.Record{}, errEnd
		}
		return r, nil
	}}, func(f evctl.Finding) { rules = append(rules, f.Rule) })
	if !errors.Is(err, errEnd) {
		t.Fatal(err)
	}
	return rules
}

var errEnd = errors.New("the end")

// A registered source answers what a registry calls its schemas.
type registered struct {
	evctl.Source
	asked int
}

func (s *registered) Called(ctx context.Context, name wire.Name) (schemas []*evctl.Schema, err error) {
	s.asked++
	shipped, _ := s.Get(ctx, evctl.SchemaRef{Subject: "parcel.shipped"})
	lost, _ := s.Get(ctx, evctl.SchemaRef{Subject: "parcel.lost"})
	switch name.ID {
	case 1:
		return []*evctl.Schema{shipped, lost}, nil
	case 2:
		return []*evctl.Schema{lost}, nil
	case 3:
		return nil, errEnd
	}
	return nil, nil
}

func TestCheckersAskWhatIdsMean(t *testing.T) {
	s := &registered{Source: framedSource(t)}
	c := envelope.NewChecker(s, envelope.Options{})
	for range 3 {
		for id, want := range map[byte]string{1: "", 2: "envelope/header-agrees", 4: "envelope/header-known"} {
			if got := strings.Join(streamed(t, c, envelope.Record{Text: append([]byte{0, 0, 0, 0, id}, plainEvent("shipped")...)}), " "); got != want {
				t.Errorf("id %d: got %q, want %q", id, got, want)
			}
		}
	}
	if s.asked != 3 {
		t.Errorf("asked %d times, want once for each id", s.asked)
	}
	next := 0
	_, err := envelope.NewChecker(s, envelope.Options{}).Read(context.Background(), envelope.Stream{Name: "s", Framed: true, Records: func() (envelope.Record, error) {
		next++
		return envelope.Record{Text: append([]byte{0, 0, 1, byte(next >> 8), byte(next)}, plainEvent("shipped")...)}, nil
	}}, func(evctl.Finding) {})
	if err == nil || !strings.Contains(err.Error(), "1000 names before it are not known there") {
		t.Errorf("ids without end: got %v", err)
	}
	_, err = c.Read(context.Background(), envelope.Stream{Name: "s", Framed: true, Records: func() (envelope.Record, error) {
		return envelope.Record{Text: append([]byte{0, 0, 0, 0, 3}, plainEvent("shipped")...)}, nil
	}}, func(evctl.Finding) {})
	if !errors.Is(err, errEnd) || !strings.Contains(err.Error(), "look up schema id 3") {
		t.Errorf("a registry that fails: got %v", err)
	}
}

// A consumer reads with its own schema events of versions that it does not have.
func TestReadersDoNotKnowHeadersOfOtherVersions(t *testing.T) {
	v, err := envelope.NewValidator(context.Background(), framedSource(t), envelope.Options{Rules: map[string]evctl.Severity{"envelope/header-known": evctl.Error}})
	if err != nil {
		t.Fatal(err)
	}
	event := bytes.Replace(plainEvent("shipped"), []byte(`"schema_version":1`), []byte(`"schema_version":2`), 1)
	reader := envelope.Reader(evctl.SchemaRef{Subject: "parcel.shipped", Version: 1})
	for header, want := range map[string]string{
		"": "", string(guidHeader("version 2")): "envelope/header-known", string(guidHeader(plainSchema)): "envelope/header-agrees",
	} {
		if err := v.ValidateRecord(reader, nil, append([]byte(header), event...)); brokenRule(err) != want {
			t.Errorf("%x: got %v, want %q", header, err, want)
		}
	}
}

func TestHeadersBeforeEventsTakeNoMemory(t *testing.T) {
	v, err := envelope.NewValidator(context.Background(), framedSource(t), envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	header, value := guidHeader(plainSchema), plainEvent("shipped")
	framed := slices.Concat(header, value)
	reader := envelope.Reader(evctl.SchemaRef{Subject: "parcel.shipped", Version: 1})
	for name, judge := range map[string]func() error{
		"a record header":    func() error { return v.ValidateRecord(envelope.Writer(), header, value) },
		"a prefix":           func() error { return v.ValidateRecord(envelope.Writer(), nil, framed) },
		"none, for a reader": func() error { return v.ValidateRecord(reader, nil, value) },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := judge(); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}

// A bundle carries what a registry calls the schemas, and events are held to it.
func TestBundlesCarryNames(t *testing.T) {
	files := fstest.MapFS{"events/parcel.shipped/1.json": {Data: []byte(plainSchema)}, "events/parcel.lost/1.json": {Data: []byte("{}")}}
	named := []*evctl.Schema{
		{SchemaRef: evctl.SchemaRef{Registry: "events", Subject: "parcel.shipped", Version: 1}, ID: 7, GUID: "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"},
		{SchemaRef: evctl.SchemaRef{Registry: "events", Subject: "parcel.lost", Version: 1}},
	}
	bundle, err := envelope.WriteBundle(files, envelope.Options{}, named...)
	if err != nil {
		t.Fatal(err)
	}
	source, err := envelope.FromBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(context.Background(), source, source.Options())
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ prefix, want string }{
		"its id":               {"\x00\x00\x00\x00\x07", ""},
		"another id":           {"\x00\x00\x00\x00\x08", "schema id 8, want schema id 7 (events/parcel.shipped@1)"},
		"its GUID":             {"\x01\x0f\x1e\x2d\x3c\x4b\x5a\x69\x78\x87\x96\xa5\xb4\xc3\xd2\xe1\xf0", ""},
		"what we would expect": {string(guidHeader(plainSchema)), "want schema GUID 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"},
	} {
		err := v.ValidateRecord(envelope.Writer(), nil, append([]byte(test.prefix), plainEvent("shipped")...))
		if (test.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
}
