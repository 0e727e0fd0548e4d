package jsonschema

import (
	"errors"
	"fmt"

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
	doc, err := jsondoc.Parse("witness", value)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	w, err := newSide(writer, sem)
	if err != nil {
		return nil, fmt.Errorf("verify: writer: %w", err)
	}
	r, err := newSide(reader, sem)
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
	if sem.Policy == evctl.Strict {
		return nil, nil
	}
	return seen.Canonical(), nil
}

// A side is one schema of a witness; projection is nil under the strict policy.
type side struct {
	validator  *Validator
	projection *Projection
}

func newSide(s *evctl.Schema, sem evctl.Semantics) (side, error) {
	v, err := Compile(s, sem)
	if err != nil || sem.Policy == evctl.Strict {
		return side{validator: v}, err
	}
	p, err := NewProjection(s, sem)
	return side{v, p}, err
}

func (s side) writes(value *jsondoc.Node) error {
	if err := s.validator.Validate(value); err != nil {
		return fmt.Errorf("the writer rejects the witness: %w", err)
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
	err := s.validator.Validate(value)
	if err == nil {
		return errors.New("the reader accepts the witness")
	}
	var invalid *ValidationError
	if !errors.As(err, &invalid) {
		return fmt.Errorf("the reader cannot judge the witness: %w", err)
	}
	return nil
}
