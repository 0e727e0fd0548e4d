package jsonschema

import (
	"bytes"
	"context"
	"hash/maphash"
	"path"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// Bounds on what a workshop keeps before it is thrown away.
const (
	maxNodes = 200_000
	maxBytes = 4 << 20 // of schema text
)

// A workshop is one table and the schemas compiled into it, so that all
// versions of a subject share their equal parts.
type workshop struct {
	table     *logic.Table
	alike     map[uint64][]*evctl.Schema // by hash of the text
	local     map[*evctl.Schema]bool     // what they mean depends on their file's name
	parsed    map[*evctl.Schema]parseResult
	compiled  map[compileKey]compileResult
	latest    map[*evctl.Schema]*compile.Schema // whatever the options
	verifiers map[evctl.Semantics]*jsonschema.Verifier
	faulty    map[faultsKey][]evctl.Finding
	odd       map[*jsondoc.Document][]evctl.Finding
	checker   jsonschema.Checker
	bytes     int // compiled
	seed      maphash.Seed
}

type compileKey struct {
	schema  *evctl.Schema
	options compile.Options
}

type parseResult struct {
	doc *jsondoc.Document
	err error
}

type compileResult struct {
	schema *compile.Schema
	err    error
}

func newWorkshop() *workshop {
	return &workshop{
		table:     logic.NewTable(),
		alike:     map[uint64][]*evctl.Schema{},
		parsed:    map[*evctl.Schema]parseResult{},
		compiled:  map[compileKey]compileResult{},
		latest:    map[*evctl.Schema]*compile.Schema{},
		verifiers: map[evctl.Semantics]*jsonschema.Verifier{},
		faulty:    map[faultsKey][]evctl.Finding{},
		odd:       map[*jsondoc.Document][]evctl.Finding{},
		local:     map[*evctl.Schema]bool{},
		seed:      maphash.MakeSeed(),
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
		var doc *jsondoc.Document
		if doc, c.err = w.parse(s); c.err == nil {
			c.schema, c.err = compile.Compile(w.table, s, doc, options)
		}
		if c.err == nil {
			w.latest[s] = c.schema
			w.local[s] = w.local[s] || isLocal(s, c.schema)
		}
		w.compiled[key] = c
		w.bytes += len(s.Text)
	}
	return c
}

// known returns the schema that has said the same before, if there is one: then
// it is compiled already. A schema with references to others stands for itself.
func (w *workshop) known(s *evctl.Schema) *evctl.Schema {
	if len(s.Refs) > 0 {
		return s
	}
	hash := maphash.Bytes(w.seed, s.Text)
	for _, other := range w.alike[hash] {
		if w.same(s, other) {
			return other
		}
	}
	w.alike[hash] = append(w.alike[hash], s)
	return s
}

// same reports whether two schemas mean the same wherever they are read.
func (w *workshop) same(s, other *evctl.Schema) bool {
	if s == other || !bytes.Equal(s.Text, other.Text) || path.Dir(s.File) != path.Dir(other.File) {
		return s == other
	}
	return s.File == other.File || !w.local[other] && !namesFile(s) && !namesFile(other)
}

// namesFile reports whether a schema may refer to itself by its file's name.
func namesFile(s *evctl.Schema) bool {
	return bytes.Contains(s.Text, []byte(path.Base(s.File)))
}

// isLocal reports whether a reference that leads nowhere names the schema's file.
func isLocal(s *evctl.Schema, c *compile.Schema) bool {
	for name := range c.Unresolved {
		if strings.Contains(name, s.BaseURI()) {
			return true
		}
	}
	return false
}

// parse parses a schema's text once.
func (w *workshop) parse(s *evctl.Schema) (*jsondoc.Document, error) {
	p, ok := w.parsed[s]
	if !ok {
		p.doc, p.err = compile.Parse(s)
		w.parsed[s] = p
	}
	return p.doc, p.err
}

// verify has the verifier confirm witnesses of the shape, which tell the schemas
// apart. Third-party validators know no context: when ctx ends, verify leaves
// them to end by themselves, with the verifier.
func (w *workshop) verify(ctx context.Context, schemas []*evctl.Schema, sem evctl.Semantics, shape jsonschema.Shape,
	confirm func(*jsonschema.Verifier) []*evctl.Witness) ([]*evctl.Witness, error) {
	v := w.verifiers[sem]
	if v == nil {
		v = &jsonschema.Verifier{Semantics: sem}
		w.verifiers[sem] = v
	}
	for _, schema := range schemas {
		v.Parsed(schema, w.parsed[schema].doc)
	}
	v.Foresee(shape)
	type result struct {
		confirmed []*evctl.Witness
		panicked  any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panicked = recover()
			done <- r
		}()
		r.confirmed = confirm(v)
	}()
	select {
	case r := <-done:
		if r.panicked != nil {
			panic(r.panicked) // to whoever guards the comparison
		}
		return r.confirmed, nil
	case <-ctx.Done():
		delete(w.verifiers, sem)
		return nil, ctx.Err()
	}
}
