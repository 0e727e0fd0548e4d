package envelope

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
)

// A Validator judges events by schemas that it has loaded and compiled when it
// was built. It does no I/O but in Refresh, and is safe for concurrent use.
type Validator struct {
	current atomic.Pointer[Checker]
}

// NewValidator loads every version of the subjects from the source. Without
// subjects it asks the source for all it has, by a method Subjects() []string:
// the sources of FromFS and of package registry/dir have it. A schema that
// cannot be compiled is no error here: its events are (envelope/payload-unchecked).
func NewValidator(ctx context.Context, source evctl.Source, options Options, subjects ...string) (*Validator, error) {
	if err := options.observable(); err != nil {
		return nil, err
	}
	c := NewChecker(source, options)
	if err := c.library.loadAll(ctx, subjects, nil); err != nil {
		return nil, err
	}
	v := &Validator{}
	v.current.Store(c)
	return v, nil
}

func subjectsOf(source evctl.Source) ([]string, error) {
	lister, ok := source.(interface{ Subjects() []string })
	if !ok {
		return nil, errors.New("the source cannot list its subjects: name those that the validator is for")
	}
	subjects := lister.Subjects()
	if len(subjects) == 0 {
		return nil, errors.New("the source has no subject")
	}
	return subjects, nil
}

// MaxBytes is the size, in bytes, above which an event is invalid unread.
func (v *Validator) MaxBytes() int { return v.current.Load().options.MaxBytes }

// Validate judges an event by the producer's half: call it with the very bytes
// that go into the outbox, before the insert. The error is an *InvalidError, which
// refers to them.
func (v *Validator) Validate(event []byte) error { return v.ValidateAs(Writer(), event) }

// ValidateAs judges an event by the given half. Findings below severity Error
// alone make no error, nor does anything where Options.Mode is not Enforce.
func (v *Validator) ValidateAs(role Role, event []byte) error {
	return v.current.Load().judge(role, event, nil)
}

// ValidateRecord judges the value of a Kafka record as ValidateAs does an event.
// The event may stand behind the header of a registry's serializer, and the record
// have the header [wire.Header], which is nil if it has not: both must name the
// schema that the event names.
func (v *Validator) ValidateRecord(role Role, header, value []byte) error {
	c := v.current.Load()
	event, h := unwrap(header, value, c.options.MaxBytes)
	return c.judge(role, event, &h)
}

// judge judges an event behind a heading, which may be nil, and tells the observer.
func (c *Checker) judge(role Role, event []byte, h *heading) error {
	if c.options.Observer == nil {
		_, err := c.validate(role, event, h)
		return err
	}
	if c.passesOver(event) {
		return nil
	}
	start := time.Now()
	subject, err := c.validate(role, event, h)
	refused := err != nil && c.options.Mode == Enforce
	c.options.Observer(Judgement{subject, err, refused, time.Since(start)})
	if !refused {
		return nil
	}
	return err
}

// validate judges an event by the half, and returns its type if that is
// registered and was found.
func (c *Checker) validate(role Role, event []byte, h *heading) (subject string, err error) {
	if len(event) <= c.options.MaxBytes {
		var with *contract
		if role.names() {
			with, _ = c.library.contract(context.Background(), role.with) // sealed: no I/O, no error
		}
		m := program.Get(event)
		said, by := c.pass.read(m, role, with, c.library)
		fault := m.Fault()
		m.Free()
		switch {
		case said == valid && h.agreesWith(role, by, c.library):
			return by.subject(), nil
		case said == invalid:
			return by.subject(), &InvalidError{checker: c, role: role, event: event, heading: h.kept(), keyword: fault.Keyword, offset: fault.Offset}
		}
	}
	return c.invalid(role, event, h)
}

// invalid judges an event and finds all faults.
func (c *Checker) invalid(role Role, event []byte, h *heading) (subject string, err error) {
	r, err := c.check(context.Background(), "event", event, h, role)
	if err != nil {
		return "", err
	}
	subject = c.library.contracts[evctl.SchemaRef{Subject: r.subject}].subject()
	for _, f := range r.findings {
		if f.Severity >= evctl.Error {
			e := &InvalidError{event: event[:min(len(event), c.options.MaxBytes)]}
			e.found.Store(&r.findings)
			return subject, e
		}
	}
	return subject, nil
}
