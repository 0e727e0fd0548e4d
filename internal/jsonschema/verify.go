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
// that it has seen, by pointer: as much of each as the witnesses look into. What
// several schemas say in the same words is compiled, and asked about a witness,
// once. It is safe for concurrent use.
type Verifier struct {
	Semantics evctl.Semantics

	mu    sync.Mutex
	ahead *reach
	round int // counts the calls of Foresee
	known map[*evctl.Schema]*subject
	sides map[excerpt]*side
	parts parts

	events     map[string]*event
	judged     map[judgement]verdict
	remembered int // bytes of the events
}

// Parsed hands over a schema's document and its draft, so that the text is not
// read again.
func (v *Verifier) Parsed(s *evctl.Schema, doc *jsondoc.Document, draft Dialect) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.know(s, doc, draft)
}

// Foresee tells which witnesses are to come, so that one compilation serves
// them all. One that was there before is not among them: what it comes to in
// another schema may have been compiled by then.
func (v *Verifier) Foresee(values [][]byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ahead = &reach{}
	v.round++
	for _, value := range values {
		if e, err := v.event(value); err == nil && e.round == v.round {
			v.ahead.take(e.root)
		}
	}
}

// Verify is the function Verify with the Verifier's semantics.
func (v *Verifier) Verify(writer, reader *evctl.Schema, value []byte) (projected []byte, err error) {
	e, w, r, err := v.prepare(writer, reader, value)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	if said := v.judge(judgement{w, e, false}); said.err != nil {
		return nil, fmt.Errorf("verify: %w", said.err)
	}
	said := v.judge(judgement{r, e, true})
	if said.err != nil {
		return nil, fmt.Errorf("verify: %w", said.err)
	}
	return said.seen, nil
}

func (v *Verifier) prepare(writer, reader *evctl.Schema, value []byte) (e *event, w, r *side, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if e, err = v.event(value); err != nil {
		return nil, nil, nil, err
	}
	if w, err = v.side(writer, e); err != nil {
		return nil, nil, nil, fmt.Errorf("writer: %w", err)
	}
	if r, err = v.side(reader, e); err != nil {
		return nil, nil, nil, fmt.Errorf("reader: %w", err)
	}
	return e, w, r, nil
}
