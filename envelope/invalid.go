package envelope

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/envelope/rules"
)

// An InvalidError is an event that must not be written, or cannot be read. It
// knows its first fault; the others are looked for when they are asked for, in
// the caller's bytes, of which it keeps no copy: whoever changes those, or shows
// the error to somebody who might read it later, asks for Findings before. It is
// safe for concurrent use.
type InvalidError struct {
	checker *Checker // nil if all findings are known
	role    Role
	event   []byte // the caller's
	heading *heading
	keyword string // of the first fault
	offset  int
	found   atomic.Pointer[[]evctl.Finding]
}

// Findings are all faults, sorted by position. Path is a JSON pointer into the
// event, Position a place in its bytes. They may repeat values of it, unless
// Options.Redact is set.
func (e *InvalidError) Findings() []evctl.Finding {
	if found := e.found.Load(); found != nil {
		return *found
	}
	r, err := e.checker.check(context.Background(), "event", e.event, e.heading, e.role)
	if err != nil || len(r.findings) == 0 {
		r.findings = []evctl.Finding{e.first()}
	}
	e.found.CompareAndSwap(nil, &r.findings)
	return *e.found.Load()
}

// First returns the rule that the event breaks first, and the offset of that in
// its bytes. It costs nothing.
func (e *InvalidError) First() (rule string, offset int) {
	if e.checker != nil {
		return e.rule().ID, e.offset
	}
	f := e.Findings()[0]
	return f.Rule, e.offsetOf(f.Position.Line, f.Position.Column)
}

// Is reports whether the event is of a type or version that is not registered,
// for evctl.ErrNotFound.
func (e *InvalidError) Is(target error) bool {
	rule, _ := e.First()
	return target == evctl.ErrNotFound && rule == rules.SchemaKnown.ID
}

func (e *InvalidError) rule() evctl.Rule {
	switch e.keyword {
	case program.Syntax, program.Limit:
		return rules.EventJSON
	case program.Unknown:
		return rules.PayloadUnknownField
	}
	for _, r := range rules.All() {
		if r.ID == e.keyword {
			return r
		}
	}
	return rules.PayloadValid
}

// first words the fault that is known where nobody else can.
func (e *InvalidError) first() evctl.Finding {
	return e.rule().At(evctl.Position{File: "event", Line: 1, Column: e.offset + 1}, "invalid at byte %d: %s", e.offset, e.keyword)
}

// maxListed bounds the faults that an error's text repeats.
const maxListed = 3

func (e *InvalidError) Error() string {
	var b strings.Builder
	findings := e.Findings()
	fmt.Fprintf(&b, "invalid event %s", findings[0].Subject)
	for i, f := range findings {
		if i == maxListed {
			fmt.Fprintf(&b, "; and %d more", len(findings)-i)
			break
		}
		fmt.Fprintf(&b, "; %s: %s [%s]", f.Path, f.Message, f.Rule)
	}
	return b.String()
}
