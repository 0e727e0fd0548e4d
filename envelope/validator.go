package envelope

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
)

// A Validator judges events by schemas that it has loaded and compiled when it
// was built. It does no I/O but in Refresh, and is safe for concurrent use.
type Validator struct {
	current *atomic.Pointer[Checker]
	observe func(error)
}

// NewValidator loads every version of the subjects from the source. Without
// subjects it asks the source for all it has, by a method Subjects() []string:
// the sources of FromFS and of package registry/dir have it. A schema that
// cannot be compiled is no error here: its events are (envelope/payload-unchecked).
func NewValidator(ctx context.Context, source evctl.Source, options Options, subjects ...string) (*Validator, error) {
	c, err := newSealed(ctx, source, options, subjects)
	if err != nil {
		return nil, err
	}
	v := &Validator{current: &atomic.Pointer[Checker]{}}
	v.current.Store(c)
	return v, nil
}

// Refresh loads the subjects again, as NewValidator does, and judges by what it
// found from then on, all at once. If that fails, nothing changes. Validators
// that Observe has made of v change with it.
func (v *Validator) Refresh(ctx context.Context, source evctl.Source, subjects ...string) error {
	c, err := newSealed(ctx, source, v.current.Load().options, subjects)
	if err != nil {
		return err
	}
	v.current.Store(c)
	return nil
}

func newSealed(ctx context.Context, source evctl.Source, options Options, subjects []string) (*Checker, error) {
	c := NewChecker(source, options)
	if len(subjects) == 0 {
		var err error
		if subjects, err = subjectsOf(source); err != nil {
			return nil, err
		}
	}
	for _, subject := range subjects {
		if err := c.library.load(ctx, subject); err != nil {
			return nil, err
		}
	}
	c.library.seal()
	return c, nil
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

// Observe returns a validator that lets every event pass: what v would have
// returned goes to report, and the answer is nil. Report is called by the
// goroutine that validates, so it must be safe for concurrent use.
func (v *Validator) Observe(report func(error)) *Validator {
	return &Validator{current: v.current, observe: report}
}

// Validate judges an event by the producer's half: call it with the very bytes
// that go into the outbox, before the insert. The error is an *InvalidError.
func (v *Validator) Validate(event []byte) error { return v.ValidateAs(Writer(), event) }

// ValidateAs judges an event by the given half. Findings below severity Error
// alone make no error.
func (v *Validator) ValidateAs(role Role, event []byte) error {
	err := v.validate(role, event)
	if err != nil && v.observe != nil {
		v.observe(err)
		return nil
	}
	return err
}

func (v *Validator) validate(role Role, event []byte) error {
	c := v.current.Load()
	if len(event) <= c.options.MaxBytes {
		var with *contract
		if role.names() {
			with, _ = c.library.contract(context.Background(), role.with) // sealed: no I/O, no error
		}
		m := program.Get(event)
		said := c.pass.read(m, role, with, c.library)
		fault := m.Fault()
		m.Free()
		switch said {
		case valid:
			return nil
		case invalid:
			return &InvalidError{checker: c, role: role, event: bytes.Clone(event), keyword: fault.Keyword, offset: fault.Offset}
		}
	}
	return c.invalid(role, event)
}

// invalid judges an event and finds all faults.
func (c *Checker) invalid(role Role, event []byte) error {
	r, err := c.check(context.Background(), "event", event, role)
	if err != nil {
		return err
	}
	for _, f := range r.findings {
		if f.Severity >= evctl.Error {
			e := &InvalidError{event: bytes.Clone(event[:min(len(event), c.options.MaxBytes)])}
			e.found.Store(&r.findings)
			return e
		}
	}
	return nil
}
