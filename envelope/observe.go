package envelope

import (
	"errors"
	"fmt"
	"time"

	"github.com/evctl/evctl/envelope/program"
)

// A Mode says what a Validator does about an invalid event.
type Mode int

// The modes. A service that runs already begins with Observe, and turns to
// Enforce when nothing is reported any more.
const (
	Enforce Mode = iota // refuse it
	Observe             // tell Options.Observer of it, and let it pass
	Sample              // as Observe, of a share of the events alone; the others are not looked at
)

// A Judgement is what a Validator made of one event.
type Judgement struct {
	Subject string        // the event type if it is registered and was found, else empty: there are no more than subjects
	Err     error         // an *InvalidError, or nil
	Refused bool          // Err was returned to who asked
	Elapsed time.Duration // taken to judge it
}

// Rule is the id of the rule that the event breaks first; empty if it is valid.
func (j Judgement) Rule() string {
	var invalid *InvalidError
	if !errors.As(j.Err, &invalid) {
		return ""
	}
	rule, _ := invalid.First()
	return rule
}

// Result is valid, refused, or observed: invalid, and let pass.
func (j Judgement) Result() string {
	switch {
	case j.Err == nil:
		return "valid"
	case j.Refused:
		return "refused"
	}
	return "observed"
}

// observable reports what makes the options' mode none.
func (o Options) observable() error {
	switch {
	case o.Mode < Enforce || o.Mode > Sample:
		return fmt.Errorf("unknown mode %d", o.Mode)
	case o.Mode != Enforce && o.Observer == nil:
		return errors.New("a validator that does not enforce needs an observer: set Options.Observer")
	case o.Mode == Sample && !(o.Rate > 0 && o.Rate <= 1):
		return fmt.Errorf("the rate of a sample is %v, want more than 0 and at most 1", o.Rate)
	}
	return nil
}

// passesOver reports whether a sample leaves the event out.
func (c *Checker) passesOver(event []byte) bool {
	if c.options.Mode != Sample || len(event) > c.options.MaxBytes {
		return false
	}
	id, ok := c.pass.idOf(event)
	return ok && share(id) >= c.options.Rate
}

// share maps an event id to a number from 0 to below 1, the same in every
// process: the upper 53 bits of its FNV-1a hash of 64 bits.
func share(id []byte) float64 {
	hash := uint64(14695981039346656037)
	for _, c := range id {
		hash = (hash ^ uint64(c)) * 1099511628211
	}
	return float64(hash>>11) / (1 << 53)
}

// idOf finds the event's id without a look at what follows it. It is not there
// if what stands before it is no JSON.
func (p *pass) idOf(event []byte) (id []byte, ok bool) {
	m := program.Get(event)
	defer m.Free()
	i := m.Space(0)
	if m.Byte(i) != '{' {
		return nil, false
	}
	i = m.Space(i + 1)
	for more := m.Byte(i) == '"'; more; {
		at, value := m.Name(p.fields, i, eventID)
		if value < 0 {
			return nil, false
		}
		if at == eventID {
			said, end := m.Text(value)
			if end < 0 {
				return nil, false
			}
			return event[value+1:][:len(said)], len(said) == end-value-2 // one with escapes is no id
		}
		if i = m.PassOver(value, 1); i < 0 {
			return nil, false
		}
		if i, more = m.Separator(i); i < 0 {
			return nil, false
		}
	}
	return nil, false
}
