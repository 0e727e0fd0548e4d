package envelope

import (
	"context"
	"errors"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/wire"
)

// A decoder makes JSON of events that are written by one schema; nil if that is
// the schema of no event.
type decoder func(value []byte) ([]byte, error)

// unwrap takes the header away from a record, and makes JSON of its event if that
// is none: then the header names the schema of the whole event, and nothing that
// the event must agree with.
func (s *stream) unwrap(ctx context.Context, r Record) ([]byte, *heading, error) {
	limit := s.checker.options.MaxBytes
	text, h := unwrap(r.Header, r.Text, limit)
	if s.Decode == nil || h.name.Format == wire.Bare || isObject(text) {
		return text, h.kept(), nil
	}
	f, err := wire.ParseRecord(r.Header, r.Text)
	var inside []byte
	if err == nil {
		inside, err = f.Inflate(limit)
	}
	if err != nil {
		return text, h.kept(), nil // the heading says so
	}
	schemas, err := s.checker.library.directory().find(ctx, f.Name)
	if err != nil {
		return nil, nil, err
	}
	for _, schema := range schemas {
		decode, err := s.decoder(schema)
		if decode == nil && err == nil {
			continue
		}
		var event []byte
		if err == nil {
			event, err = decode(inside)
		}
		if err != nil {
			return text, &heading{name: f.Name, broken: fmt.Errorf("by %s: %w", schema.SchemaRef, err)}, nil
		}
		return event, nil, nil
	}
	if len(schemas) == 0 {
		return text, &heading{name: f.Name, broken: errors.New("it is no object of JSON, and nobody here knows that schema")}, nil
	}
	return text, h.kept(), nil
}

// decoder returns what reads events of a schema, made once for each.
func (s *stream) decoder(schema *evctl.Schema) (decoder, error) {
	if d, ok := s.decoders[schema]; ok {
		return d, nil
	}
	d, err := s.Decode(schema)
	if err != nil {
		return nil, err
	}
	if s.decoders == nil {
		s.decoders = map[*evctl.Schema]decoder{}
	}
	s.decoders[schema] = d
	return d, nil
}
