package jsonschema

import (
	"context"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsonschema"
)

// Bounds on what a workshop keeps before it is thrown away.
const (
	maxNodes = 200_000
	maxBytes = 8 << 20 // of schema text
)

// A workshop is one table and the schemas compiled into it, so that all
// versions of a subject share their equal parts.
type workshop struct {
	table     *logic.Table
	compiled  map[compileKey]compileResult
	verifiers map[evctl.Semantics]*jsonschema.Verifier
	faulty    map[faultsKey][]evctl.Finding
	bytes     int // compiled
}

type compileKey struct {
	schema  *evctl.Schema
	options compile.Options
}

type compileResult struct {
	schema *compile.Schema
	err    error
}

func newWorkshop() *workshop {
	return &workshop{
		table:     logic.NewTable(),
		compiled:  map[compileKey]compileResult{},
		verifiers: map[evctl.Semantics]*jsonschema.Verifier{},
		faulty:    map[faultsKey][]evctl.Finding{},
	}
}

func (w *workshop) full() bool {
	return w.table.Len() > maxNodes || w.bytes > maxBytes
}

// compile compiles a schema once. The producer's side enforces
// x-extensible-enum, where there is one.
func (w *workshop) compile(s *evctl.Schema, sem evctl.Semantics, enforce bool) (*compile.Schema, error) {
	sem.Level = "" // says nothing to JSON
	c := w.compileWith(s, compile.Options{Semantics: sem})
	if c.err == nil && enforce && c.schema.Open {
		c = w.compileWith(s, compile.Options{Semantics: sem, Enforce: true})
	}
	return c.schema, c.err
}

func (w *workshop) compileWith(s *evctl.Schema, options compile.Options) compileResult {
	key := compileKey{s, options}
	c, ok := w.compiled[key]
	if !ok {
		c.schema, c.err = compile.Compile(w.table, s, options)
		w.compiled[key] = c
		w.bytes += len(s.Text)
	}
	return c
}

// verify confirms a witness with third-party validators. They know no context:
// when ctx ends, verify leaves them to end by themselves, with the verifier.
func (w *workshop) verify(ctx context.Context, writer, reader *evctl.Schema, sem evctl.Semantics, value []byte) ([]byte, error) {
	v, ok := w.verifiers[sem]
	if !ok {
		v = &jsonschema.Verifier{Semantics: sem}
		w.verifiers[sem] = v
	}
	type result struct {
		projected []byte
		err       error
		panicked  any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panicked = recover()
			done <- r
		}()
		r.projected, r.err = v.Verify(writer, reader, value)
	}()
	select {
	case r := <-done:
		if r.panicked != nil {
			panic(r.panicked) // to whoever guards the comparison
		}
		return r.projected, r.err
	case <-ctx.Done():
		delete(w.verifiers, sem)
		return nil, ctx.Err()
	}
}
