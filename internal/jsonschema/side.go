package jsonschema

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A side is one schema of a witness: what it allows and knows for certain, and
// what it may. They differ only where schemas are missing that it refers to.
type side struct {
	certain, possible half
	producer          *side // what its producer may write, where x-extensible-enum makes that another question
	err               error // why it cannot be compiled
}

// A half is a reading of a schema; projection is nil under the strict policy.
type half struct {
	validator  *Validator
	projection *Projection
	avoid      []*place // it cannot judge a value that comes to one of these
}

// newSide compiles the schema. Where schemas are missing they are taken to
// allow nothing and to know no name, for what is certain, and all, for what is
// possible. If that does not bracket whatever they say, only values count that
// do not come to them.
func newSide(s *evctl.Schema, doc *jsondoc.Document, sem evctl.Semantics, parts *parts) *side {
	made := &side{}
	b, err := loadParsed(s, doc, sem)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrUnsupported, err)
	} else {
		err = made.compile(b, parts)
	}
	if err != nil {
		made.err = fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	return made
}

func (s *side) compile(b *bundle, parts *parts) error {
	least, most := nothing, nothing
	switch missing := b.missing(); {
	case len(missing) == 0 || !b.static():
	case b.monotone():
		least, most = allowsNone, allowsAll
	default:
		least, most = allowsAll, allowsAll
		s.certain.avoid, s.possible.avoid = missing, missing
	}
	if b.sem.Policy != evctl.Strict {
		s.possible.projection = b.projection(true)
		s.certain.projection = s.possible.projection
		if b.opaque() {
			s.certain.projection = b.projection(false)
		}
	}
	if b.sem.Policy != evctl.Strict && b.opensEnums() {
		producer := *s
		if err := producer.fill(b, parts, true, least, most); err != nil {
			return err
		}
		s.producer = &producer
	}
	return s.fill(b, parts, false, least, most)
}

// fill compiles the validators, for the producer or for everybody else.
func (s *side) fill(b *bundle, parts *parts, producer bool, least, most assumption) (err error) {
	if s.certain.validator, err = b.compileBy(parts, producer, least); err != nil {
		return err
	}
	if s.possible.validator = s.certain.validator; least != most {
		s.possible.validator, err = b.compileBy(parts, producer, most)
	}
	return err
}

// opensEnums reports whether x-extensible-enum occurs.
func (b *bundle) opensEnums() bool {
	return slices.ContainsFunc(b.order, func(p *place) bool {
		list := p.node.Get(openEnum)
		return list != nil && list.Kind == jsondoc.Array
	})
}

// writes reports why the schema's producer does not write the value: it is not
// valid, or one that the producer is kept from, or it has names unknown to the
// schema.
func (s *side) writes(event *event) error {
	if s.producer != nil {
		if err := s.producer.writes(event); err != nil {
			return err
		}
	}
	if err := s.possible.refuses(event); err != nil || s.exact() {
		return err
	}
	if err := s.certain.refuses(event); err != nil {
		return errMissing()
	}
	return nil
}

// refuses returns why the half does not write the value, or nil.
func (h half) refuses(event *event) error {
	allowed, err := h.allows(event)
	if err != nil {
		return err
	}
	if !allowed {
		return refusal{h.validator, event.root}
	}
	if h.projection == nil {
		return nil
	}
	if unknown := h.projection.Unknown(event.root); len(unknown) > 0 {
		return fmt.Errorf("the writer does not know %s, which the witness contains", unknown[0])
	}
	return nil
}

// exact reports whether what is possible is certain.
func (s *side) exact() bool {
	return s.certain.validator == s.possible.validator && s.certain.projection == s.possible.projection
}

// A refusal says what a validator has against a value, once somebody asks.
type refusal struct {
	by    *Validator
	value *jsondoc.Node
}

func (r refusal) Error() string {
	b, err := r.by.bundle.whole()
	if err == nil {
		var v *Validator
		if v, err = b.compile(r.by.producer, r.by.assume); err == nil {
			err = v.Validate(r.value)
		}
	}
	return fmt.Sprintf("the writer rejects the witness: %v", err)
}

// rejects returns what the reader keeps of the event, under the lenient policy.
// The error says why it is not certain that the reader rejects that.
func (s *side) rejects(event *event) (seen []byte, err error) {
	if s.possible.projection != nil {
		if event, err = s.sees(event); err != nil {
			return nil, fmt.Errorf("reader: %w", err)
		}
		seen = event.root.Canonical()
	}
	if allowed, err := s.possible.allows(event); err != nil || !allowed {
		return seen, err
	}
	if allowed, err := s.certain.allows(event); err != nil || !allowed {
		return nil, errMissing()
	}
	return nil, errors.New("the reader accepts the witness")
}

func (s *side) sees(event *event) (*event, error) {
	seen := s.possible.projection.Project(event.root)
	if len(s.certain.projection.Unknown(seen)) > 0 {
		return nil, errMissing()
	}
	if seen == event.root {
		return event, nil
	}
	return newEvent(seen), nil
}

// allows asks the validator. The error says that it cannot tell.
func (h half) allows(event *event) (bool, error) {
	if len(h.avoid) > 0 && h.validator.bundle.reaches(event.root, h.avoid) {
		return false, errMissing()
	}
	allowed, err := h.validator.allows(event.root, event.plain)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return allowed, nil
}
