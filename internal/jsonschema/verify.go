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
// The error says which of the validations failed. It wraps ErrUnsupported if a
// schema cannot be compiled: then nothing is confirmed and nothing refuted.
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
	seen := r.sees(doc.Root)
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

// A side is one schema of a witness; projection is nil under the strict policy.
type side struct {
	validator  *Validator
	projection *Projection
}

func newSide(s *evctl.Schema, sem evctl.Semantics) (side, error) {
	b, err := loadSchema(s, sem)
	if err != nil {
		return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	v, err := b.compile(false)
	if err != nil {
		return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	if sem.Policy == evctl.Strict {
		return side{validator: v}, nil
	}
	return side{v, b.projection()}, nil
}

func (s side) writes(value *jsondoc.Node) error {
	rejection, err := s.judge(value)
	if err != nil {
		return fmt.Errorf("writer: %w", err)
	}
	if rejection != nil {
		return fmt.Errorf("the writer rejects the witness: %w", rejection)
	}
	if s.projection == nil {
		return nil
	}
	if unknown := s.projection.Unknown(value); len(unknown) > 0 {
		return fmt.Errorf("the writer does not know %s, which the witness contains", unknown[0])
	}
	return nil
}

func (s side) sees(value *jsondoc.Node) *jsondoc.Node {
	if s.projection == nil {
		return value
	}
	return s.projection.Project(value)
}

func (s side) rejects(value *jsondoc.Node) error {
	rejection, err := s.judge(value)
	if err != nil {
		return fmt.Errorf("reader: %w", err)
	}
	if rejection == nil {
		return errors.New("the reader accepts the witness")
	}
	return nil
}

// judge returns the rejection, if any, apart from the error of a validator
// that cannot tell.
func (s side) judge(value *jsondoc.Node) (rejection *ValidationError, err error) {
	err = s.validator.Validate(value)
	if err != nil && !errors.As(err, &rejection) {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return rejection, nil
}
