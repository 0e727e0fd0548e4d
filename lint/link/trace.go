package link

import (
	"slices"

	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// A state is what may have happened when control reaches a place. A dead state
// is never reached.
type state struct {
	dead    bool
	done    Set // sites that ran and did not fail
	turn    Set // of these, those in the same turns of the loops around
	open    int // transactions that began and did not end
	pending Set // sites since then, to which a commit without a begin may belong
}

func (s state) clone() state {
	return state{s.dead, s.done.clone(), s.turn.clone(), s.open, s.pending.clone()}
}

// join is the state behind several ways.
func (s *state) join(t state) {
	switch {
	case t.dead:
	case s.dead:
		*s = t.clone()
	default:
		s.done.union(t.done)
		s.turn.union(t.turn)
		s.pending.union(t.pending)
		s.open = max(s.open, t.open)
	}
}

// A tracer follows the control flow of one function.
type tracer struct {
	f      *Func
	arms   []int // error paths, by number
	number int
	exits  *state
	leaves *state
	defers *[][]effects.Step
}

// trace finds what may run before each site, on which error paths it stands,
// and whether a transaction is open there.
func (p *Program) trace(f *Func) {
	t := &tracer{f: f}
	t.scope(f.Body, state{})
}

// scope follows steps that an Exit leaves, then what they deferred.
func (t *tracer) scope(steps []effects.Step, s state) state {
	outerExits, outerLeaves, outerDefers := t.exits, t.leaves, t.defers
	t.exits, t.leaves, t.defers = &state{dead: true}, &state{dead: true}, &[][]effects.Step{}
	s = t.run(steps, s)
	s.join(*t.exits)
	deferred := *t.defers
	t.exits, t.leaves, t.defers = outerExits, outerLeaves, outerDefers
	for _, steps := range slices.Backward(deferred) {
		s = t.scope(steps, s)
	}
	return s
}

func (t *tracer) run(steps []effects.Step, s state) state {
	for _, step := range steps {
		if s.dead {
			return s
		}
		switch step.Op {
		case effects.Do:
			t.visit(t.f.Sites[step.Site], &s)
		case effects.Branch:
			s = t.branch(step.Arms, s)
		case effects.Loop:
			s = t.loop(step.Steps, s)
		case effects.Scope:
			s = t.scope(step.Steps, s)
		case effects.Defer:
			*t.defers = append(*t.defers, step.Steps)
		case effects.Exit:
			t.exits.join(s)
			return state{dead: true}
		case effects.Leave:
			t.leaves.join(s)
			return state{dead: true}
		}
	}
	return s
}

func (t *tracer) branch(arms []effects.Arm, s state) state {
	out := state{dead: true}
	for _, arm := range arms {
		in := s.clone()
		for _, site := range arm.Failed {
			in.done.remove(site)
			in.turn.remove(site)
		}
		if arm.Error {
			t.number++
			t.arms = append(t.arms, t.number)
		}
		out.join(t.run(arm.Steps, in))
		if arm.Error {
			t.arms = t.arms[:len(t.arms)-1]
		}
	}
	return out
}

// loop runs the steps twice: what the first turn did may precede the second.
func (t *tracer) loop(steps []effects.Step, s state) state {
	outer, number := t.leaves, t.number
	out := s.clone()
	in := s
	for range 2 {
		t.number = number // the same arms again
		t.leaves = &state{dead: true}
		end := t.run(steps, in.clone())
		end.join(*t.leaves)
		out.join(end)
		in = out.clone()
		in.open, in.turn = s.open, s.turn.clone()
	}
	t.leaves = outer
	return out
}

// visit notes what holds at a site, then what the site changes.
func (t *tracer) visit(s *Site, now *state) {
	s.Before.union(now.done)
	s.Turn.union(now.turn)
	if s.Arms == nil {
		s.Arms = slices.Clone(t.arms)
	}
	begins, commits, rolls := s.transaction()
	if now.open > 0 {
		s.InTx = true
	}
	switch {
	case begins:
		now.open++
		now.pending = nil
	case commits:
		if now.open == 0 {
			for i, other := range t.f.Sites {
				if now.pending.Has(i) {
					other.InTx = true
				}
			}
		}
		now.open, now.pending = max(now.open-1, 0), nil
	case rolls && s.How != effects.Deferred:
		now.open, now.pending = max(now.open-1, 0), nil
	}
	now.done.add(s.Index)
	now.turn.add(s.Index)
	now.pending.add(s.Index)
}

// transaction reports which steps of a transaction a site takes and leaves to
// others to complete.
func (s *Site) transaction() (begins, commits, rolls bool) {
	direct, whole := false, false
	for _, e := range s.Effects {
		if e.Arg >= 0 {
			continue
		}
		switch e.Kind {
		case catalog.Begin:
			begins = true
			direct = direct || e.Next == nil
		case catalog.Commit:
			whole = true
			commits = commits || e.endsOurs()
		case catalog.Rollback:
			rolls = rolls || e.endsOurs()
		}
	}
	if begins && whole {
		return false, false, false
	}
	return begins && (direct || s.returnsTx()), commits, rolls && !begins
}

// maxUnitOfWork bounds how many calls may lie between a function and the commit
// of its own transaction, as in uow.Complete → uow.tx.Commit.
const maxUnitOfWork = 2

// endsOurs reports whether a commit or rollback may be that of a transaction of
// the function itself: it is near, and its handle no callee's own.
func (e *Effect) endsOurs() bool { return e.Tx.Of == "" && len(e.Through()) <= maxUnitOfWork }

// returnsTx reports whether what a site calls hands a transaction back.
func (s *Site) returnsTx() bool {
	return slices.ContainsFunc(s.Targets, func(t Target) bool {
		return slices.ContainsFunc(t.Returns, func(v effects.Value) bool {
			return v.Tx || v.Kind == effects.Result && t.Sites[v.Index].Site.Has(catalog.Begin)
		})
	})
}
