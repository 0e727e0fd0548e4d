package jsonschema

import (
	"context"
	"sync"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// An Engine compares JSON Schemas. It is safe for concurrent use. Each
// comparison borrows a workshop, which keeps what it compiled for the next one.
type Engine struct {
	mu   sync.Mutex
	idle []*workshop
	keep int // bytes of text
}

// Bounds on the schemas that a workshop keeps compiled, in bytes of their text.
// Compiled, with what was learned about them, they take some twenty times as
// much. Beyond them the workshop is cleared: what is compiled once more costs
// less than it costs to look at all that is kept at each garbage collection.
const (
	minKept = 1 << 20
	maxKept = 32 << 20
)

// Keep tells how many bytes of schemas are about to be compared with each other,
// so that they stay compiled.
func (e *Engine) Keep(bytes int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.keep = min(2*bytes, maxKept)
}

// New returns an engine.
func New() *Engine { return &Engine{} }

// maxTime bounds one comparison; its steps are bounded, too. What is not decided
// by then is undecided.
const maxTime = 10 * time.Second

// Compare answers the questions in dirs about two versions. Without a question
// it only says what is wrong with new as it stands. The error means that ctx
// ended; a text that is no schema is a finding, and so is one that takes more
// than ten seconds.
func (e *Engine) Compare(ctx context.Context, old, new *evctl.Schema, dirs []evctl.Direction, sem evctl.Semantics) (evctl.Judgement, error) {
	w := e.borrow()
	defer e.giveBack(w)
	bounded, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	c := &comparison{caller: ctx, ctx: bounded, workshop: w, old: old, new: new, before: w.piece(old), after: w.piece(new), dirs: dirs, sem: sem}
	return c.run()
}

// Renames finds properties that vanish while one with an equal sub-schema
// appears beside them in the same object. The error means that ctx ended.
func (e *Engine) Renames(ctx context.Context, old, new *evctl.Schema) ([]evctl.Finding, error) {
	w := e.borrow()
	defer e.giveBack(w)
	was, is := w.piece(old), w.piece(new)
	if was.latest != nil && is.latest != nil && !mayRename(ctx, was.latest, is.latest) {
		return nil, ctx.Err()
	}
	sem := evctl.Semantics{Policy: evctl.Strict}
	before, err := w.compile(ctx, was, sem, false)
	if err != nil {
		return nil, ctx.Err()
	}
	after, err := w.compile(ctx, is, sem, false)
	if err != nil {
		return nil, ctx.Err()
	}
	return renames(ctx, old, new, before, after), ctx.Err()
}

func (e *Engine) borrow() *workshop {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.idle); n > 0 {
		w := e.idle[n-1]
		e.idle = e.idle[:n-1]
		return w
	}
	return newWorkshop(compile.NewMemo(logic.NewTable()))
}

func (e *Engine) giveBack(w *workshop) {
	e.mu.Lock()
	defer e.mu.Unlock()
	most := maxNodes
	if w.bytes > max(e.keep, minKept) {
		most = keptNodes
		w = newWorkshop(w.memo)
	}
	if w.table.Len() <= most {
		e.idle = append(e.idle, w)
	}
}
