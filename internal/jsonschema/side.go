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
func newSide(s *evctl.Schema, doc *jsondoc.Document, sem evctl.Semantics, parts *parts) (side, error) {
	b, err := loadParsed(s, doc, sem)
	if err != nil {
		return side{}, fmt.Errorf("compile %s: %w: %w", s.SchemaRef, ErrUnsupported, err)
	}
	var made side
	least, most := nothing, nothing
	switch missing := b.missing(); {
	case len(missing) == 0 || !b.static():
	case b.monotone():
		least, most = allowsNone, allowsAll
	default:
		least, most = allowsAll, allowsAll
		made.certain.avoid, made.possible.avoid = missing, missing
	}
	if sem.Policy != evctl.Strict {
		made.possible.projection = b.projection(true)
		made.certain.projection = made.possible.projection
		if b.opaque() {
			made.certain.projection = b.projection(false)
		}
	}
	if sem.Policy != evctl.Strict && b.opensEnums() {
		producer := made
		if err := producer.compile(b, parts, true, least, most); err != nil {
			return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
		}
		made.producer = &producer
	}
	if err := made.compile(b, parts, false, least, most); err != nil {
		return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	return made, nil
}

// compile fills in the validators, for the producer or for everybody else.
func (s *side) compile(b *bundle, parts *parts, producer bool, least, most assumption) (err error) {
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
func (s side) writes(value *jsondoc.Node) error {
	if s.producer != nil {
		if err := s.producer.writes(value); err != nil {
			return err
		}
	}
	if err := s.possible.refuses(value); err != nil || s.exact() {
		return err
	}
	if err := s.certain.refuses(value); err != nil {
		return errMissing()
	}
	return nil
}

// refuses returns why the half does not write the value, or nil.
func (h half) refuses(value *jsondoc.Node) error {
	allowed, err := h.allows(value)
	if err != nil {
		return err
	}
	if !allowed {
		return refusal{h.validator, value}
	}
	if h.projection == nil {
		return nil
	}
	if unknown := h.projection.Unknown(value); len(unknown) > 0 {
		return fmt.Errorf("the writer does not know %s, which the witness contains", unknown[0])
	}
	return nil
}

// exact reports whether what is possible is certain.
func (s side) exact() bool {
	return s.certain.validator == s.possible.validator && s.certain.projection == s.possible.projection
}

// A refusal says what a validator has against a value, once somebody asks.
type refusal struct {
	by    *Validator
	value *jsondoc.Node
}

func (r refusal) Error() string {
	whole, err := r.by.bundle.compile(r.by.producer, r.by.assume)
	if err == nil {
		err = whole.Validate(r.value)
	}
	return fmt.Sprintf("the writer rejects the witness: %v", err)
}

// sees returns what the reader keeps.
func (s side) sees(value *jsondoc.Node) (*jsondoc.Node, error) {
	if s.possible.projection == nil {
		return value, nil
	}
	seen := s.possible.projection.Project(value)
	if len(s.certain.projection.Unknown(seen)) > 0 {
		return nil, errMissing()
	}
	return seen, nil
}

func (s side) rejects(value *jsondoc.Node) error {
	if allowed, err := s.possible.allows(value); err != nil || !allowed {
		return err
	}
	if allowed, err := s.certain.allows(value); err != nil || !allowed {
		return errMissing()
	}
	return errors.New("the reader accepts the witness")
}

// allows asks the validator. The error says that it cannot tell.
func (h half) allows(value *jsondoc.Node) (bool, error) {
	if len(h.avoid) > 0 && h.validator.bundle.reaches(value, h.avoid) {
		return false, errMissing()
	}
	allowed, err := h.validator.Allows(value)
	if err != nil {
		return false, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return allowed, nil
}
