package envelope

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/internal/jsondoc"
)

// compiled is what a run knows of the contracts that its Checker has fetched: a
// sealed copy, so that a pass finds them by bytes. It is renewed as they grow.
type compiled struct {
	from *library
	mu   sync.Mutex
	copy *library
}

func newCompiled(c *Checker) *compiled { return &compiled{from: c.library} }

// library returns a copy that holds all that was fetched when it was called.
func (c *compiled) library() *library {
	if c.from.sealed {
		return c.from
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.from.mu.RLock()
	defer c.from.mu.RUnlock()
	if c.copy != nil && len(c.copy.absent) == len(c.from.contracts) {
		return c.copy
	}
	c.copy = c.from.snapshot()
	return c.copy
}

// snapshot returns a sealed copy. Its absent are the contracts as they were
// asked for.
func (l *library) snapshot() *library {
	s := &library{semantics: l.semantics, contracts: map[evctl.SchemaRef]*contract{}, absent: map[evctl.SchemaRef]*contract{}}
	for ref, c := range l.contracts {
		own := *c
		s.absent[ref], s.contracts[ref] = &own, &own
		if ref.Registry == "" {
			ref.Registry = c.schema.Registry
			s.contracts[ref] = &own
		}
	}
	s.seal()
	s.directory = l.directory // what was asked for once is known
	return s
}

// judge judges each event of a batch alone.
func (s *stream) judge(ctx context.Context, b *batch) {
	c := s.checker
	known := s.compiled.library()
	var with *contract
	if role := c.options.Role; role.names() {
		with = known.contracts[role.with]
	}
	able := !known.empty() && (with != nil || !c.options.Role.names())
	m := program.Get(nil)
	defer m.Free()
	for i := range b.entries {
		e := &b.entries[i]
		if s.JSON != nil && !s.convert(e) {
			b.done = i + 1
			continue
		}
		if !able || !s.pass(m, with, known, e) {
			if b.err = s.check(ctx, e); b.err != nil {
				return
			}
		}
		b.done = i + 1
	}
}

// convert makes an event of a record, or reports why it is none.
func (s *stream) convert(e *entry) bool {
	text, err := s.JSON(e.text)
	if err != nil {
		j := &judge{options: s.checker.options, file: s.Name}
		j.add(rules.EventJSON.At(evctl.Position{File: s.Name, Line: 1, Column: 1}, "no event: %v", err))
		e.result = j.result
		return false
	}
	e.text, e.size = text, len(text)
	return true
}

// pass judges a valid event from its bytes. It returns false for any other, and
// where it cannot tell.
func (s *stream) pass(m *program.Machine, with *contract, known *library, e *entry) bool {
	if e.size > s.checker.options.MaxBytes {
		return false
	}
	m.Reset(e.text)
	r := reading{pass: s.checker.pass, m: m, role: s.checker.options.Role, with: with, home: known}
	if r.judge() != valid || r.plain || r.warned || !e.heading.agreesWith(r.role, r.byNow(), known) {
		return false
	}
	if e.result.ref = r.byNow().schema.SchemaRef; r.role.names() {
		e.result.ref = evctl.SchemaRef{Subject: string(r.typ), Version: int(r.version)}
	}
	if s.Times {
		e.occurred = timeOf(r.written(occurredAt))
	}
	if s.Sample <= 1 {
		e.stamp, e.stamped = r.stamp(e.line, r.texts())
	}
	return e.stamped || s.Sample > 1
}

// stamp is what stampOf tells of a valid event; false if a text is written with
// escapes. For texts see digest.
func (r *reading) stamp(line int, texts uint64) (stamp, bool) {
	kind, name, id := r.written(aggregateType), r.written(aggregateID), r.written(eventID)
	if bytes.IndexByte(kind, '\\') >= 0 || bytes.IndexByte(name, '\\') >= 0 {
		return stamp{}, false
	}
	s := stamp{epoch: 1, line: line, id: digestBytes(id), content: r.digest(texts)}
	s.version, _, _ = r.m.Integer(r.start[aggregateVersion])
	if r.seen&(1<<writerEpoch) != 0 {
		s.epoch, _, _ = r.m.Integer(r.start[writerEpoch])
	}
	var room [128]byte
	s.aggregate = digestBytes(append(append(append(room[:0], kind...), 0), name...))
	return s, true
}

// digest stands for the value of an event whose fields are known, however it is
// spaced and whatever the order of its members. It has 64 bits: it is compared
// with that of one other event, of the same id or version, never looked for among
// all, so that a difference is missed once in 2^64 of such pairs.
// Texts are the fields that are known to be strings, or positive integers of up to
// 18 digits.
func (r *reading) digest(texts uint64) uint64 {
	return r.content.Hash(r.m, 0, r.seen, texts, r.start[:], r.end[:], r.extra)
}

// texts are those of a valid event.
func (r *reading) texts() uint64 {
	texts := uint64(1<<payload - 1)
	for _, field := range [...]int{schemaVersion, aggregateVersion, writerEpoch} {
		if r.end[field]-r.start[field] > 18 {
			texts &^= 1 << field
		}
	}
	return texts
}

// written is what stands between the quotes of a field.
func (r *reading) written(field int) []byte { return r.m.Slice(r.start[field]+1, r.end[field]-1) }

// timeOf reads a time as RFC 3339 writes it, with any offset; the zero time if it
// is none.
func timeOf(text []byte) time.Time {
	t, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// check judges any event, and words its faults.
func (s *stream) check(ctx context.Context, e *entry) error {
	c := s.checker
	if e.size > c.options.MaxBytes {
		j := &judge{options: c.options, file: s.Name}
		j.oversized(e.size)
		e.result = j.result
		return nil
	}
	var err error
	if e.result, err = c.check(ctx, s.Name, e.text, e.heading, c.options.Role); err != nil {
		return err
	}
	if e.result.event != nil {
		if at := e.result.event.Get("occurred_at"); s.Times && at != nil && at.Kind == jsondoc.String {
			e.occurred = timeOf([]byte(at.Text))
		}
		e.stamp, e.stamped = c.pass.stampOf(e.result.event, e.text, e.line)
	}
	return nil
}
