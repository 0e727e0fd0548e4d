package envelope

import (
	"context"
	"fmt"
	"io"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
)

// ReadStream judges every event that r holds, one after another as in NDJSON or
// as indented documents, each alone and against those before it. Findings go to
// report in the order of the events. Positions carry the name. The error means
// that it could not read on or could not judge, or that ctx has ended; the
// summary tells how far it came.
//
// Memory is bounded: one event of at most Options.MaxBytes, an entry for each of
// Options.Aggregates aggregates, and the last Options.Window events. What lies
// beyond is counted in the summary.
func (c *Checker) ReadStream(ctx context.Context, name string, r io.Reader, report func(evctl.Finding)) (Summary, error) {
	s := &stream{checker: c, name: name, report: report, history: newHistory(c.options)}
	err := s.read(ctx, newFramer(r, c.options.MaxBytes))
	s.summary.Aggregates = len(s.history.aggregates)
	s.summary.Window, s.summary.Forgotten = c.options.Window, s.history.recent.dropped
	return s.summary, err
}

// A stream is one run of ReadStream.
type stream struct {
	checker *Checker
	name    string
	report  func(evctl.Finding)
	history *history
	summary Summary
}

func (s *stream) read(ctx context.Context, frames *framer) error {
	for {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read %s: %w", s.name, err)
		}
		f, err := frames.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", s.name, err)
		}
		if err := s.event(ctx, f); err != nil {
			return fmt.Errorf("%s:%d: %w", s.name, f.line, err)
		}
	}
}

func (s *stream) event(ctx context.Context, f frame) error {
	var r result
	var err error
	if limit := s.checker.options.MaxBytes; f.size > limit {
		j := &judge{options: s.checker.options, file: s.name}
		j.oversized(f.size)
		r = j.result
	} else if r, err = s.checker.check(ctx, s.name, f.text, s.checker.options.Role); err != nil {
		return err
	}
	for i := range r.findings {
		shift(&r.findings[i].Position, f.line)
	}
	s.order(&r, f.line)
	s.count(&r)
	for _, finding := range r.findings {
		s.report(finding)
	}
	return nil
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
func (s *stream) order(r *result, line int) {
	if r.event == nil {
		s.summary.Unordered++
		return
	}
	stamp, ok := stampOf(r.event, line)
	if !ok {
		s.summary.Unordered++
		return
	}
	rel, earlier, due := s.history.add(stamp)
	switch rel {
	case untracked:
		s.summary.Untracked++
	case unverified:
		s.summary.Unverified++
	case repeated:
		s.summary.Redelivered++
	}
	s.finding(r, rel, stamp, earlier, due)
}

// finding reports a relation that should not be.
func (s *stream) finding(r *result, rel relation, e stamp, earlier int, due int64) {
	if rel == repeated && s.checker.options.Origin == Topic {
		return
	}
	aggregate := r.event.Get("aggregate_type").Text + "/" + r.event.Get("aggregate_id").Text
	rule, field, message := describe(rel, e, aggregate, r.event.Get("event_id").Text, due)
	if message == "" {
		return
	}
	if r.event.Get(field) == nil { // an event of version 1 has no epoch
		field = "aggregate_version"
	}
	at := r.event.Get(field)
	f := rule.At(r.doc.Position(at.Start, at.End), "%s", message)
	shift(&f.Position, e.line)
	f.Subject, f.Path, f.Key = r.subject, "/"+field, aggregate
	if earlier > 0 {
		there := evctl.Position{File: s.name, Line: earlier, Column: 1}
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
