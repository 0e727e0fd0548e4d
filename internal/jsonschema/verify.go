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
	ahead Shape
	known map[*evctl.Schema]*subject
}

// Parsed hands over a schema's document, so that the text is not parsed again.
func (v *Verifier) Parsed(s *evctl.Schema, doc *jsondoc.Document) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.know(s, doc)
}

// Forget lets go of a schema.
func (v *Verifier) Forget(s *evctl.Schema) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.known, s)
}

// Foresee tells the shape of witnesses to come, so that one compilation serves
// them all.
func (v *Verifier) Foresee(shape Shape) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ahead = shape
}

// Verify is the function Verify with the Verifier's semantics.
func (v *Verifier) Verify(writer, reader *evctl.Schema, value []byte) (projected []byte, err error) {
	doc, err := jsondoc.Parse("witness", value)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	shape := shapeOf(doc.Root)
	w, err := v.side(writer, shape)
	if err != nil {
		return nil, fmt.Errorf("verify: writer: %w", err)
	}
	r, err := v.side(reader, shape)
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

// A subject is one schema, and the side that is compiled of it.
type subject struct {
	doc     *jsondoc.Document
	dialect Dialect
	whole   bool  // the side is of the whole schema
	shape   Shape // the side serves values of this shape
	extents int   // how often it was compiled
	side    side
	err     error
}

// maxExtents bounds how often a schema is compiled for one more shape before it
// is compiled whole.
const maxExtents = 8

// side returns the schema's side for values of the shape.
func (v *Verifier) side(s *evctl.Schema, shape Shape) (side, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	known, ok := v.known[s]
	if !ok {
		doc, err := jsondoc.Parse(s.File, s.Text)
		if err != nil {
			return side{}, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
		}
		known = v.know(s, doc)
	}
	if !known.whole && (known.extents == 0 || !known.shape.covers(shape)) {
		known.extend(s, v.Semantics, shape.join(v.ahead))
	}
	return known.side, known.err
}

func (v *Verifier) know(s *evctl.Schema, doc *jsondoc.Document) *subject {
	if known, ok := v.known[s]; ok {
		return known
	}
	if v.known == nil {
		v.known = map[*evctl.Schema]*subject{}
	}
	dialect, _ := Draft(doc, v.Semantics)
	v.known[s] = &subject{doc: doc, dialect: dialect}
	return v.known[s]
}

// extend compiles the side anew for values of the shape, too.
func (t *subject) extend(s *evctl.Schema, sem evctl.Semantics, shape Shape) {
	t.shape = t.shape.join(shape)
	doc := t.doc
	if t.extents++; t.extents <= maxExtents && len(s.Refs) == 0 {
		part, ok := extract(t.doc, baseURI(s), t.dialect, t.shape, sem.Policy)
		if t.whole = !ok; ok {
			doc, sem.Draft = part, t.dialect.String()
		}
	} else {
		t.whole = true
	}
	t.side, t.err = newSide(s, doc, sem)
}
