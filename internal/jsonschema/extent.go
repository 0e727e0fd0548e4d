package jsonschema

import (
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A subject is one schema, and what is compiled of it, the latest last.
type subject struct {
	doc     *jsondoc.Document
	dialect Dialect
	extents []extent
}

// An extent is a schema compiled for some values.
type extent struct {
	values *reach // nil for all
	side   *side
}

// Bounds on what a Verifier keeps: extents of one schema, and sides of all.
const (
	maxExtents = 8
	maxSides   = 4_000
)

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

// side returns the schema's side for an event.
func (v *Verifier) side(s *evctl.Schema, e *event) (*side, error) {
	known, ok := v.known[s]
	if !ok {
		doc, err := jsondoc.Parse(s.File, s.Text)
		if err != nil {
			return nil, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
		}
		draft, _ := Draft(doc, v.Semantics)
		known = v.know(s, doc, draft)
	}
	for _, x := range known.extents {
		if x.values == nil || x.values.covers(e.reach) {
			return x.side, x.side.err
		}
	}
	x := v.extent(s, known, e)
	known.extents = append(known.extents[max(0, len(known.extents)+1-maxExtents):], x)
	return x.side, x.side.err
}

// extent compiles as much of the schema as the event comes to, or those that
// are to come.
func (v *Verifier) extent(s *evctl.Schema, t *subject, e *event) extent {
	values := e.reach
	if e.round == v.round && v.ahead.covers(values) {
		values = v.ahead
	}
	if side := v.cut(s, t, values); side != nil {
		return extent{values, side}
	}
	return extent{side: newSide(s, t.doc, v.Semantics, &v.parts)}
}

// An excerpt is what is left of a schema for some values: its text, or that of
// the part that is its root. Schemas with equal excerpts judge these values
// alike.
type excerpt struct {
	text    string
	dialect Dialect // 0 for a part
	uri     string  // where a reference in it depends on it
}

// cut returns a side that judges the values as the schema does, or nil if it has
// to be taken whole.
func (v *Verifier) cut(s *evctl.Schema, t *subject, values *reach) *side {
	if len(s.Refs) > 0 {
		return nil
	}
	x, ok := markAll(t.doc, baseURI(s), t.dialect, values, v.Semantics.Policy)
	if !ok {
		return nil
	}
	if v.Semantics.Policy == evctl.Strict {
		if side, ok := v.part(loadPart(s, x, v.Semantics)); ok {
			return side
		}
	}
	x.schema(t.doc.Root)
	key := excerpt{text: string(x.text), dialect: t.dialect}
	if x.placed {
		key.uri = x.base
	}
	if known := v.sides[key]; known != nil {
		return known
	}
	return v.keep(key, v.compile(s, key))
}

// part is cut for a bundle that can be divided right away.
func (v *Verifier) part(b *bundle) (made *side, ok bool) {
	text, schemas, ok := v.parts.divide(b, false, nothing)
	if !ok {
		return nil, false
	}
	key := excerpt{text: text}
	if known := v.sides[key]; known != nil {
		return known, true
	}
	lib, ok := v.parts.library(text)
	if !ok {
		return nil, false
	}
	b.places, b.cut = nil, nil // it has served
	half := half{validator: &Validator{bundle: b, library: lib, schemas: schemas}}
	return v.keep(key, &side{certain: half, possible: half}), true
}

func (v *Verifier) compile(s *evctl.Schema, part excerpt) *side {
	doc, err := jsondoc.Parse(s.File, []byte(part.text))
	if err != nil {
		return &side{err: fmt.Errorf("compile %s: %w", s.SchemaRef, err)}
	}
	sem := v.Semantics
	sem.Draft = part.dialect.String()
	return newSide(s, doc, sem, &v.parts)
}

func (v *Verifier) keep(part excerpt, made *side) *side {
	if v.sides == nil || len(v.sides) == maxSides {
		v.sides = map[excerpt]*side{}
	}
	v.sides[part] = made
	return made
}
