package jsonschema

import (
	"bytes"
	"context"
	"hash/maphash"
	"path"
	"runtime"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/lenient"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/search"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// Bounds on the table of a workshop, at work and where nothing but it is kept:
// beyond them it is thrown away.
const (
	maxNodes  = 300_000
	keptNodes = 50_000
)

// A workshop is one table and the schemas compiled into it, so that all
// versions of a subject share their equal parts.
type workshop struct {
	table     *logic.Table
	memo      *compile.Memo
	pieces    map[*evctl.Schema]*piece
	alike     map[uint64][]*piece // by hash of the text
	verifiers map[evctl.Semantics]*jsonschema.Verifier
	checker   jsonschema.Checker
	search    map[evctl.Direction]*search.Search
	lens      map[evctl.Direction]*lenient.Lens
	seed      maphash.Seed
	bytes     int // of the texts of all pieces
}

// A piece is a schema in the workshop, and all that is known of it.
type piece struct {
	schema   *evctl.Schema
	doc      *jsondoc.Document
	err      error // of the text: a *compile.Problem
	compiled map[compile.Options]compileResult
	latest   *compile.Schema            // whatever the options
	local    bool                       // what it means depends on its file's name
	faulty   map[string][]evctl.Finding // by draft
	odd      []evctl.Finding
	seenOdd  bool
}

type compileResult struct {
	schema *compile.Schema
	err    error
}

// newWorkshop returns a workshop with the table of a memo and nothing else in it.
func newWorkshop(memo *compile.Memo) *workshop {
	return &workshop{
		table:     memo.Table(),
		memo:      memo,
		pieces:    map[*evctl.Schema]*piece{},
		alike:     map[uint64][]*piece{},
		verifiers: map[evctl.Semantics]*jsonschema.Verifier{},
		search:    map[evctl.Direction]*search.Search{},
		lens:      map[evctl.Direction]*lenient.Lens{},
		seed:      maphash.MakeSeed(),
	}
}

// piece returns what the workshop knows of a schema. If another one has said
// the same before, that is as good: then it is compiled already.
func (w *workshop) piece(s *evctl.Schema) *piece {
	if p := w.pieces[s]; p != nil {
		return p
	}
	return w.find(s)
}

func (w *workshop) find(s *evctl.Schema) *piece {
	hash := maphash.Bytes(w.seed, s.Text)
	for _, p := range w.alike[hash] {
		if p.same(s) {
			return p
		}
	}
	p := &piece{schema: s, compiled: map[compile.Options]compileResult{}, faulty: map[string][]evctl.Finding{}}
	p.doc, p.err = compile.Parse(s)
	w.pieces[s] = p
	w.alike[hash] = append(w.alike[hash], p)
	w.bytes += len(s.Text)
	return p
}

// same reports whether another schema means the same wherever it is read. One
// with references to others stands for itself.
func (p *piece) same(s *evctl.Schema) bool {
	known := p.schema
	if len(s.Refs)+len(known.Refs) > 0 || !bytes.Equal(s.Text, known.Text) || path.Dir(s.File) != path.Dir(known.File) {
		return false
	}
	return s.File == known.File || !p.local && !namesFile(s) && !namesFile(known)
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

// compile compiles a schema once. The producer's side enforces
// x-extensible-enum, where there is one.
func (w *workshop) compile(ctx context.Context, p *piece, sem evctl.Semantics, enforce bool) (*compile.Schema, error) {
	sem.Level = "" // says nothing to JSON
	c := w.compileWith(ctx, p, compile.Options{Semantics: sem})
	if c.err == nil && enforce && c.schema.Open {
		c = w.compileWith(ctx, p, compile.Options{Semantics: sem, Enforce: true})
	}
	return c.schema, c.err
}

func (w *workshop) compileWith(ctx context.Context, p *piece, options compile.Options) compileResult {
	c, ok := p.compiled[options]
	if ok {
		return c
	}
	if c.err = p.err; c.err == nil {
		c.schema, c.err = w.memo.Compile(ctx, p.schema, p.doc, options)
	}
	if c.err != nil && ctx.Err() != nil {
		return c
	}
	if c.err == nil {
		p.latest = c.schema
		p.local = p.local || isLocal(p.schema, c.schema)
	}
	p.compiled[options] = c
	return c
}

// newSearch returns a search that remembers what those before it have learned.
// Both directions of a comparison are under way at once.
func (w *workshop) newSearch(ctx context.Context, dir evctl.Direction) *search.Search {
	if last := w.search[dir]; last != nil {
		w.search[dir] = last.Next(ctx, search.DefaultSteps)
	} else {
		w.search[dir] = search.New(ctx, w.table, search.DefaultSteps)
	}
	return w.search[dir]
}

// newLens returns a lens that remembers what those before it have worked out.
func (w *workshop) newLens(ctx context.Context, dir evctl.Direction, writer, reader lenient.Side) *lenient.Lens {
	if last := w.lens[dir]; last != nil {
		w.lens[dir] = last.Next(ctx, writer, reader)
	} else {
		w.lens[dir] = lenient.New(ctx, w.table, writer, reader)
	}
	return w.lens[dir]
}

// verify has the verifier confirm events, which tell the pieces apart.
// Third-party validators know no context: when ctx ends, verify leaves them to end
// by themselves, with the verifier.
func (w *workshop) verify(ctx context.Context, pieces []*piece, sem evctl.Semantics, events [][]byte,
	confirm func(*jsonschema.Verifier) []*evctl.Witness) ([]*evctl.Witness, error) {
	v := w.verifiers[sem]
	if v == nil {
		v = &jsonschema.Verifier{Semantics: sem}
		w.verifiers[sem] = v
	}
	for _, p := range pieces {
		v.Parsed(p.schema, p.doc, p.latest.Draft)
	}
	v.Foresee(events)
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
		growStack()
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

// growStack grows the goroutine's stack while there is little on it to copy.
//
//go:noinline
func growStack() {
	var room [24 << 10]byte
	runtime.KeepAlive(&room)
}
