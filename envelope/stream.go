package envelope

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
)

// ReadStream judges every event that r holds: one after another as in NDJSON or
// as indented documents, or arrays of them. Each is judged alone and against
// those before it. Findings go to report in the order of the events. Positions
// carry the name. The error means that it could not read on or could not judge,
// or that ctx has ended; the summary tells how far it came.
//
// Memory is bounded: some events of at most Options.MaxBytes for each worker, an
// entry for each of Options.Aggregates aggregates, and the last Options.Window
// events. What lies beyond is counted in the summary.
func (c *Checker) ReadStream(ctx context.Context, name string, r io.Reader, report func(evctl.Finding)) (Summary, error) {
	return c.Read(ctx, Stream{Name: name, Reader: r}, report)
}

// A Stream is what Checker.Read judges, and how.
type Stream struct {
	Name   string    // that positions carry
	Reader io.Reader // what ReadStream takes
	// Records takes the place of Reader: it returns one event after another,
	// then io.EOF.
	Records func() (Record, error)
	// Place tells where the event at a line stands, if it is not that line of
	// Name.
	Place func(line int) (name string, first int)

	Workers  int   // that judge side by side; 0 means one for each processor
	From     int64 // events that begin before this offset, in bytes, are passed over
	Limit    int   // events to judge at most; 0 means all
	Sample   int   // judge one in so many, each alone: not their order. 0 and 1 mean all
	FailFast bool  // end with the first invalid event
	// Seen, if set, is called for each event, before its findings are reported.
	Seen  func(Judged)
	Times bool // tell Seen when events occurred
	// Framed says that records may carry the header of a registry's serializer, see
	// [wire.ParseRecord]. It must lead to the schema that the event names.
	Framed bool
	// Decode, if set, reads framed events that are no JSON. It returns what makes JSON
	// of a value that is written by the schema, nil if that is the schema of no event.
	Decode func(schema *evctl.Schema) (func(value []byte) ([]byte, error), error)
	// JSON, if set, is called by the workers to make an event of a record's text,
	// which may have another form. An error makes the event invalid.
	JSON func(record []byte) ([]byte, error)
	// Progress, if set, is called now and then, and at the end, with what was
	// judged and where the last event of it ends.
	Progress func(sum Summary, offset int64)
}

// A Record is one event of a stream.
type Record struct {
	Text   []byte // valid until the next is asked for; with Stream.Framed perhaps behind a header
	Header []byte // the record header [wire.Header], nil if there is none; with Stream.Framed
	Line   int    // of its first byte, from 1
	Offset int64  // in the stream
	Next   int64  // where the one behind it begins; 0 means behind Text
	Last   bool   // the next is not at hand yet: judge this one now
}

// Split cuts what r holds into events as ReadStream does. What it returns gives one
// after another, then io.EOF; Next of a Record is where its own text ends. Of a text
// of more than maxBytes, only the beginning is there. An error says where the stream
// is no JSON array, or that it cannot be read.
func Split(r io.Reader, maxBytes int) func() (Record, error) {
	f := newFramer(r, maxBytes)
	return func() (Record, error) {
		fr, err := f.next()
		return Record{Text: fr.text, Line: fr.line, Offset: fr.offset, Next: fr.offset + int64(fr.size), Last: fr.pause}, err
	}
}

// Judged is what is known of an event that was judged.
type Judged struct {
	Ref      evctl.SchemaRef // that it names, as far as it is legal
	Invalid  bool
	Findings []evctl.Finding
	Occurred time.Time // with Stream.Times, if the event tells it in RFC 3339
}

// Read judges a stream as ReadStream does.
func (c *Checker) Read(ctx context.Context, in Stream, report func(evctl.Finding)) (Summary, error) {
	s := &stream{Stream: in, checker: c, report: report, history: newHistory(c.options), compiled: newCompiled(c)}
	next, swap := func() (frame, error) { return s.record(ctx) }, func(spare []byte) []byte { return spare }
	if in.Records == nil {
		f := newFramer(in.Reader, c.options.MaxBytes)
		f.lends = true
		next, swap = f.next, f.swap
	}
	err := s.run(ctx, next, swap)
	s.summary.Aggregates = s.history.aggregates.count
	s.summary.Window, s.summary.Forgotten = c.options.Window, s.history.recent.dropped
	return s.summary, err
}

// A stream is one run of Read.
type stream struct {
	Stream
	checker  *Checker
	report   func(evctl.Finding)
	history  *history
	summary  Summary
	offset   int64 // where the last event ends
	compiled *compiled
	decoders map[*evctl.Schema]decoder
}

// record returns the next of Records.
func (s *stream) record(ctx context.Context) (frame, error) {
	r, err := s.Records()
	f := frame{text: r.Text, line: r.Line, offset: r.Offset, next: r.Next, pause: r.Last}
	if err == nil && s.Framed {
		f.text, f.heading, err = s.unwrap(ctx, r)
	}
	f.size = len(f.text)
	return f, err
}

// at returns where a position in a frame stands.
func (s *stream) at(p evctl.Position, f frame) evctl.Position {
	line := f.line
	if s.Place != nil {
		p.File, line = s.Place(line)
	}
	if p.Line == 1 {
		p.Column += f.column
	}
	if p.EndLine == 1 {
		p.EndColumn += f.column
	}
	shift(&p, line)
	return p
}

// event takes the next event into account, which was judged alone.
func (s *stream) event(e *entry) {
	r := &e.result
	for i := range r.findings {
		r.findings[i].Position = s.at(r.findings[i].Position, e.frame)
	}
	if s.Sample <= 1 {
		s.order(e)
	}
	s.count(r)
	if s.Seen != nil {
		s.Seen(Judged{r.ref, r.invalid(), r.findings, e.occurred})
	}
	s.offset = cmp.Or(e.next, e.offset+int64(e.size))
	for _, finding := range r.findings {
		s.report(finding)
	}
}

// shift moves a position in a frame to where the frame stands.
func shift(p *evctl.Position, line int) {
	if p.Line > 0 {
		p.Line += line - 1
	}
	if p.EndLine > 0 {
		p.EndLine += line - 1
	}
}

func (s *stream) count(r *result) {
	s.summary.Events++
	if r.unregistered {
		s.summary.Unregistered++
	}
	switch {
	case r.invalid():
		s.summary.Invalid++
	case r.unchecked:
		s.summary.Unchecked++
	default:
		s.summary.Valid++
	}
}

// order judges the event against those before it.
func (s *stream) order(e *entry) {
	if !e.stamped {
		s.summary.Unordered++
		return
	}
	rel, earlier, due := s.history.add(&e.stamp)
	switch rel {
	case next:
		return
	case untracked:
		s.summary.Untracked++
	case unverified:
		s.summary.Unverified++
	case repeated:
		s.summary.Redelivered++
	}
	s.finding(e, rel, earlier, due)
}

// finding reports a relation that should not be.
func (s *stream) finding(e *entry, rel relation, earlier int, due int64) {
	if rel == repeated && s.checker.options.Origin == Topic || rel == untracked || rel == unverified {
		return
	}
	r := &e.result
	if r.event == nil { // it was found valid without being taken apart
		j := &judge{options: s.checker.options, file: s.Name}
		j.parse(e.text)
		r.doc, r.event, r.subject = j.doc, j.event, j.event.Get("event_type").Text
	}
	aggregate := r.event.Get("aggregate_type").Text + "/" + r.event.Get("aggregate_id").Text
	rule, field, message := describe(rel, e.stamp, aggregate, r.event.Get("event_id").Text, due)
	if r.event.Get(field) == nil { // an event of version 1 has no epoch
		field = "aggregate_version"
	}
	at := r.event.Get(field)
	f := rule.At(s.at(r.doc.Position(at.Start, at.End), e.frame), "%s", message)
	f.Subject, f.Path, f.Key = r.subject, "/"+field, aggregate
	if earlier > 0 {
		there := s.at(evctl.Position{File: s.Name, Line: 1, Column: 1}, frame{line: earlier})
		f.Related = []evctl.Related{{Position: there, Message: "the event before"}}
	}
	if adjust(&f, s.checker.options.Rules) {
		r.findings = append(r.findings, f)
	}
}

// describe returns the rule that a relation breaks, the field to point at and
// the message, which is empty if it breaks none.
func describe(rel relation, e stamp, aggregate, id string, due int64) (rule evctl.Rule, field, message string) {
	aggregate, id = quote(aggregate), quote(id)
	switch rel {
	case gap:
		return rules.VersionGap, "aggregate_version",
			fmt.Sprintf("version %d of %s comes where %d is due: %s", e.version, aggregate, due, missing(due, e.version-1))
	case late:
		return rules.VersionOrder, "aggregate_version",
			fmt.Sprintf("version %d of %s comes after version %d", e.version, aggregate, due)
	case conflict:
		return rules.VersionConflict, "aggregate_version",
			fmt.Sprintf("version %d of %s in epoch %d is event %s, another event has it already", e.version, aggregate, e.epoch, id)
	case stale:
		return rules.StaleWriter, "writer_epoch",
			fmt.Sprintf("epoch %d writes version %d of %s, epoch %d has taken over", e.epoch, e.version, aggregate, due)
	case reused:
		return rules.EventIDReused, "event_id",
			fmt.Sprintf("event %s has other content than the event of that id before", id)
	case repeated:
		return rules.OutboxDuplicate, "event_id", fmt.Sprintf("event %s stands in the outbox already", id)
	}
	return evctl.Rule{}, "", ""
}

func missing(from, to int64) string {
	if from == to {
		return fmt.Sprintf("%d is missing", from)
	}
	return fmt.Sprintf("%d to %d are missing", from, to)
}
