package jsonschema

import (
	"fmt"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Verify confirms a witness: an event that the writer's schema allows and the
// reader's refuses. Under the strict policy the writer must accept the value
// and the reader must reject it. Under the lenient policy the writer must also
// know every name in the value, and the reader must reject what is left once
// the names that it does not know are dropped; that is what Verify returns. The
// writer holds to the lists of x-extensible-enum then, which the reader does not
// look at; under the strict policy nobody does.
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

// A Verifier verifies many witnesses. It keeps what it compiled of the schemas
// that it has seen, by pointer: as much of each as the witnesses look into. It
// is safe for concurrent use.
type Verifier struct {
	Semantics evctl.Semantics

	mu    sync.Mutex
	ahead *reach
	known map[*evctl.Schema]*subject
	parts parts
}

// Parsed hands over a schema's document and its draft, so that the text is not
// read again.
func (v *Verifier) Parsed(s *evctl.Schema, doc *jsondoc.Document, draft Dialect) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.know(s, doc, draft)
}

// Forget lets go of a schema.
func (v *Verifier) Forget(s *evctl.Schema) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.known, s)
}

// Foresee tells which witnesses are to come, so that one compilation serves
// them all.
func (v *Verifier) Foresee(values [][]byte) {
	ahead := &reach{}
	for _, value := range values {
		if doc, err := jsondoc.Parse("witness", value); err == nil {
			ahead.take(doc.Root)
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ahead = ahead
}

// Verify is the function Verify with the Verifier's semantics.
func (v *Verifier) Verify(writer, reader *evctl.Schema, value []byte) (projected []byte, err error) {
	doc, err := jsondoc.Parse("witness", value)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	event := reachOf(doc.Root)
	w, err := v.side(writer, event)
	if err != nil {
		return nil, fmt.Errorf("verify: writer: %w", err)
	}
	r, err := v.side(reader, event)
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

// A subject is one schema, and what is compiled of it, the latest last.
type subject struct {
	doc     *jsondoc.Document
	dialect Dialect
	sides   []extent
}

// An extent is a schema compiled for some values.
type extent struct {
	values *reach // nil for all
	side   side
	err    error
}

// maxExtents bounds the extents of one schema that are kept.
const maxExtents = 8

// side returns the schema's side for such values.
func (v *Verifier) side(s *evctl.Schema, values *reach) (side, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	known, ok := v.known[s]
	if !ok {
		doc, err := jsondoc.Parse(s.File, s.Text)
		if err != nil {
			return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
		}
		draft, _ := Draft(doc, v.Semantics)
		known = v.know(s, doc, draft)
	}
	for _, e := range known.sides {
		if e.values == nil || e.values.covers(values) {
			return e.side, e.err
		}
	}
	if v.ahead.covers(values) {
		values = v.ahead
	}
	e := v.extent(s, known, values)
	known.sides = append(known.sides[max(0, len(known.sides)+1-maxExtents):], e)
	return e.side, e.err
}

func (v *Verifier) know(s *evctl.Schema, doc *jsondoc.Document, draft Dialect) *subject {
	if known, ok := v.known[s]; ok {
		return known
	}
	if v.known == nil {
		v.known = map[*evctl.Schema]*subject{}
	}
	v.known[s] = &subject{doc: doc, dialect: draft}
	return v.known[s]
}

// extent compiles as much of the schema as the values come to.
func (v *Verifier) extent(s *evctl.Schema, t *subject, values *reach) (e extent) {
	sem := v.Semantics
	doc := t.doc
	if len(s.Refs) == 0 {
		if part, ok := extract(t.doc, baseURI(s), t.dialect, values, sem.Policy); ok {
			doc, sem.Draft, e.values = part, t.dialect.String(), values
		}
	}
	e.side, e.err = newSide(s, doc, sem, &v.parts)
	return e
}
