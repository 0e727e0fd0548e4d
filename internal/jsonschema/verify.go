package jsonschema

import (
	"errors"
	"fmt"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Verify confirms a witness: an event that the writer's schema allows and the
// reader's refuses. Under the strict policy the writer must accept the value
// and the reader must reject it. Under the lenient policy the writer must also
// know every name in the value, and the reader must reject what is left once
// the names that it does not know are dropped; that is what Verify returns.
// x-extensible-enum does not limit the writer here: the witness may be any
// string.
//
// A reference that leads nowhere does no harm where the answer is the same
// whatever stands behind it, or where the value does not come to it.
//
// The error says which of the validations failed. It wraps ErrUnsupported if a
// schema cannot be compiled or hangs on one that is missing: then nothing is
// confirmed and nothing refuted.
func Verify(writer, reader *evctl.Schema, sem evctl.Semantics, value []byte) (projected []byte, err error) {
	return (&Verifier{Semantics: sem}).Verify(writer, reader, value)
}

// A Verifier verifies many witnesses and compiles each schema once. It keeps
// the schemas that it has seen, by pointer. It is safe for concurrent use.
type Verifier struct {
	Semantics evctl.Semantics

	mu    sync.Mutex
	sides map[*evctl.Schema]compiled
}

type compiled struct {
	side side
	err  error
}

// Verify is the function Verify with the Verifier's semantics.
func (v *Verifier) Verify(writer, reader *evctl.Schema, value []byte) (projected []byte, err error) {
	doc, err := jsondoc.Parse("witness", value)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	w, err := v.side(writer)
	if err != nil {
		return nil, fmt.Errorf("verify: writer: %w", err)
	}
	r, err := v.side(reader)
	if err != nil {
		return nil, fmt.Errorf("verify: reader: %w", err)
	}
	if err := w.writes(doc.Root); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	seen, err := r.sees(doc.Root)
	if err != nil {
		return nil, fmt.Errorf("verify: reader: %w", err)
	}
	if err := r.rejects(seen); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	if v.Semantics.Policy == evctl.Strict {
		return nil, nil
	}
	return seen.Canonical(), nil
}

func (v *Verifier) side(s *evctl.Schema) (side, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if known, ok := v.sides[s]; ok {
		return known.side, known.err
	}
	side, err := newSide(s, v.Semantics)
	if v.sides == nil {
		v.sides = map[*evctl.Schema]compiled{}
	}
	v.sides[s] = compiled{side, err}
	return side, err
}

// A side is one schema of a witness: what it allows and knows for certain, and
// what it may. They differ only where schemas are missing that it refers to.
type side struct {
	certain, possible half
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
func newSide(s *evctl.Schema, sem evctl.Semantics) (side, error) {
	b, err := loadSchema(s, sem)
	if err != nil {
		return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
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
	if made.certain.validator, err = b.compile(false, least); err != nil {
		return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	if made.possible.validator = made.certain.validator; least != most {
		if made.possible.validator, err = b.compile(false, most); err != nil {
			return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
		}
	}
	if sem.Policy != evctl.Strict {
		made.certain.projection, made.possible.projection = b.projection(false), b.projection(true)
	}
	return made, nil
}

func (s side) writes(value *jsondoc.Node) error {
	if err := s.possible.refuses(value); err != nil {
		return err
	}
	if err := s.certain.refuses(value); err != nil {
		return errMissing()
	}
	return nil
}

// refuses returns why the half does not write the value, or nil.
func (h half) refuses(value *jsondoc.Node) error {
	rejection, err := h.judge(value)
	if err != nil {
		return err
	}
	if rejection != nil {
		return fmt.Errorf("the writer rejects the witness: %w", rejection)
	}
	if h.projection == nil {
		return nil
	}
	if unknown := h.projection.Unknown(value); len(unknown) > 0 {
		return fmt.Errorf("the writer does not know %s, which the witness contains", unknown[0])
	}
	return nil
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
	if rejection, err := s.possible.judge(value); err != nil || rejection != nil {
		return err
	}
	if rejection, err := s.certain.judge(value); err != nil || rejection != nil {
		return errMissing()
	}
	return errors.New("the reader accepts the witness")
}

// judge returns the rejection, if any, apart from the error of a validator
// that cannot tell.
func (h half) judge(value *jsondoc.Node) (rejection *ValidationError, err error) {
	if len(h.avoid) > 0 && h.validator.bundle.reaches(value, h.avoid) {
		return nil, errMissing()
	}
	err = h.validator.Validate(value)
	if err != nil && !errors.As(err, &rejection) {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return rejection, nil
}
