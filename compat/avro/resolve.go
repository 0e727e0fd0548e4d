package avro

import (
	"context"
	"errors"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	model "github.com/evctl/evctl/internal/avro"
)

// Limits of one comparison in one direction.
const (
	maxSteps    = 10_000_000 // types, branches, names and symbols compared; beyond, the verdict is undecided
	maxFindings = 1_000      // reasons, and as many remarks; beyond, no more are listed
)

var errSteps = errors.New("over the limit of steps")

// A resolver answers one question: does the reader's schema read what the
// writer's wrote? It visits each pair of types once; a pair that meets itself
// again, as in a recursive schema, holds unless something else breaks it.
type resolver struct {
	ctx            context.Context
	dir            evctl.Direction
	reader, writer *model.Type
	finite         map[*model.Type]int

	// For witnesses, which are built once all that breaks is known.
	foreign choices             // the writer's, that the reader does not read
	clean   map[*model.Type]int // finite without these
	data    map[*model.Type]*datum
	pending []func()
	shown   int // nodes and bytes of the witnesses built

	steps    int
	reasons  int // findings that break readers, listed or not
	remarks  int // the others
	seen     map[pair]bool
	records  []pair // that were matched, in the order met
	verdict  evctl.Verdict
	findings []evctl.Finding
}

func newResolver(ctx context.Context, dir evctl.Direction, old, new *model.Type) *resolver {
	r := &resolver{ctx: ctx, dir: dir, reader: new, writer: old, verdict: evctl.Compatible,
		foreign: choices{}, data: map[*model.Type]*datum{}, seen: map[pair]bool{}}
	if dir == evctl.Forward {
		r.reader, r.writer = old, new
	}
	r.finite = finiteTypes(r.writer, nil)
	return r
}

func (r *resolver) run() error {
	err := r.resolve(r.reader, r.writer, nil)
	switch {
	case errors.Is(err, errSteps):
		r.undecided()
	case err != nil:
		return err
	}
	r.clean = finiteTypes(r.writer, r.foreign)
	for _, build := range r.pending {
		build()
	}
	r.more()
	return nil
}

// more says what is not listed.
func (r *resolver) more() {
	for _, left := range []struct {
		key string
		n   int
	}{{"breaks", r.reasons - maxFindings}, {"remarks", r.remarks - maxFindings}} {
		if left.n > 0 {
			f := rules.MoreReasons.At(r.newSide(r.reader.Place, r.writer.Place).Position, "%d more %s are not listed", left.n, left.key)
			f.Key, f.Direction = left.key, r.dir
			r.findings = append(r.findings, f)
		}
	}
}

// vacuous reports whether no finite event of the writer exists at all.
func (r *resolver) vacuous() bool {
	_, ok := r.finite[r.writer]
	return !ok
}

// written reports whether events can hold a datum of the writer's type.
func (r *resolver) written(t *model.Type) bool {
	_, ok := r.finite[t]
	return ok || r.vacuous()
}

func (r *resolver) step(n int) error {
	if r.steps += n; r.steps > maxSteps {
		return errSteps
	}
	if r.steps&1023 < n {
		return r.ctx.Err()
	}
	return nil
}

// resolve compares a reader's type with the writer's at the place that at
// leads to.
func (r *resolver) resolve(rt, wt *model.Type, at *frame) error {
	if r.seen[pair{rt, wt}] {
		return nil
	}
	r.seen[pair{rt, wt}] = true
	if err := r.step(1 + len(rt.Branches) + len(wt.Symbols)); err != nil {
		return err
	}
	switch {
	case wt.Kind == model.Union:
		return r.writerUnion(rt, wt, at)
	case rt.Kind == model.Union:
		b := branch(rt, wt)
		if b == nil {
			r.noBranch(rt, wt, at)
			return nil
		}
		r.sharedName(rt, b, wt)
		return r.resolve(b, wt, at)
	case fit(rt, wt) == none:
		r.mismatch(rt, wt, at)
		return nil
	}
	r.meaning(rt, wt, at)
	r.carrier(rt, wt)
	return r.inside(rt, wt, at)
}

func (r *resolver) inside(rt, wt *model.Type, at *frame) error {
	switch wt.Kind {
	case model.Record:
		return r.record(rt, wt, at)
	case model.Enum:
		r.enum(rt, wt, at)
	case model.Fixed:
		r.naming(rt, wt)
	case model.Array, model.Map:
		if r.written(wt.Items) {
			return r.resolve(rt.Items, wt.Items, &frame{parent: at, of: wt})
		}
	}
	return nil
}

// writerUnion asks for every branch that an event can hold.
func (r *resolver) writerUnion(rt, wt *model.Type, at *frame) error {
	for i, w := range wt.Branches {
		if !r.written(w) {
			continue
		}
		here := &frame{parent: at, of: wt, index: i}
		target := rt
		if rt.Kind == model.Union {
			target = branch(rt, w)
		} else if fit(rt, w) == none {
			target = nil
		}
		if err := r.step(len(rt.Branches)); err != nil {
			return err
		}
		if target == nil {
			r.foreignBranch(rt, wt, i, here)
			continue
		}
		if rt.Kind == model.Union {
			r.sharedName(rt, target, w)
		}
		if err := r.resolve(target, w, here); err != nil {
			return err
		}
	}
	return nil
}

func (r *resolver) record(rt, wt *model.Type, at *frame) error {
	r.records = append(r.records, pair{rt, wt})
	r.naming(rt, wt)
	for _, f := range rt.Fields {
		if err := r.step(1 + len(f.Aliases)); err != nil {
			return err
		}
		w := readerField(f, wt)
		if w == nil {
			if f.Default == nil {
				r.missingField(rt, wt, f, at)
			}
			continue
		}
		r.fieldAlias(f, w)
		r.fieldDefault(f, w)
		if err := r.resolve(f.Type, w.Type, &frame{parent: at, of: wt, index: w.Index}); err != nil {
			return err
		}
	}
	return nil
}

// enum reports every symbol that the reader does not know. A default of the
// reader's enum stands in for them all; a default of a field does not.
func (r *resolver) enum(rt, wt *model.Type, at *frame) {
	r.naming(rt, wt)
	r.enumDefault(rt, wt)
	if rt.HasDefault {
		return
	}
	for i, symbol := range wt.Symbols {
		if rt.Symbol(symbol) < 0 {
			r.missingSymbol(rt, wt, i, at)
		}
	}
}

func (r *resolver) undecided() {
	r.verdict = worse(r.verdict, evctl.Undecided)
	f := rules.Undecided.At(r.newSide(r.reader.Place, r.writer.Place).Position,
		"gave up after %d steps: the schemas are too large to compare", maxSteps)
	f.Direction = r.dir
	r.findings = append(r.findings, f)
}
