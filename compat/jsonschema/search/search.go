package search

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// Status is the kind of an answer.
type Status uint8

// The answers: no value, a value, or neither known.
const (
	Empty Status = iota
	Found
	Unknown
)

// An Answer is what Find knows.
type Answer struct {
	Status Status
	Value  *value.Value // if Found
	Core   []logic.Lit  // if Empty: the literals that already exclude each other
	Doubt  Doubt        // if Unknown
}

// A Doubt is why there is no answer.
type Doubt struct {
	Kind DoubtKind
	Atom logic.Lit   // for Reference, Pattern, Format and Large: the atom in doubt
	Near []logic.Lit // for Budget and Cancelled: the choices under way, outermost first
}

// DoubtKind says what a search could not do.
type DoubtKind uint8

// The doubts.
const (
	Budget    DoubtKind = iota // steps used up
	Cancelled                  // the context ended
	Reference                  // an unresolved reference
	Pattern                    // a pattern that is no automaton, or too large a one
	Format                     // an asserted format
	Large                      // a count or a number beyond what is enumerated
	Nesting                    // values nested too deeply
	Unproven                   // a value that the evaluator would not confirm
)

// Limits of one Search.
const (
	DefaultSteps = 100_000
	maxNesting   = 300      // states inside states: levels of the value looked for
	stringSteps  = 50       // steps of a string product that count as one
	lookAt       = 100      // literals, members and statements looked at that count as one
	maxHeld      = 64 << 20 // bytes of states to remember
	maxValue     = 1 << 20  // bytes of a value: what its parts share is spelt out in each
)

// A Search answers questions over one table and remembers what it learns. It
// is not safe for concurrent use.
type Search struct {
	table *logic.Table
	ctx   context.Context
	steps int // left
	work  int // literals and members looked at since the last step
	ended *Doubt

	memo        map[string]*answer
	doubted     []string                    // keys in memo of what is Unknown
	held        int                         // bytes in memo, about
	cores       map[logic.Lit][][]logic.Lit // short cores, by their first literal
	open        map[string]int              // states under way → depth
	provisional []provisional
	leaning     map[string]*answer // results of provisional
	frames      []*frame           // spare ones
	choices     []logic.Lit        // under way, outermost first
	depth       int

	key  []byte      // of solve
	lits []logic.Lit // of inner
}

// An answer is a result, with the depth of the outermost open state that the
// proof leans on.
type answer struct {
	status Status
	value  *value.Value
	core   []logic.Lit
	doubt  Doubt
	low    int
}

const settled = math.MaxInt // the low of a proof that leans on nothing

type provisional struct {
	key string
	low int
}

// New returns a search over the table with a budget of steps. It stops when
// ctx ends.
func New(ctx context.Context, t *logic.Table, steps int) *Search {
	return &Search{
		table: t, ctx: ctx, steps: steps,
		memo: map[string]*answer{}, cores: map[logic.Lit][][]logic.Lit{},
		open: map[string]int{}, leaning: map[string]*answer{},
	}
}

// Next returns a search over the same table that remembers what this one has
// learned, which is not used again.
func (s *Search) Next(ctx context.Context, steps int) *Search {
	if s.ended != nil || s.depth != 0 || s.held > maxHeld/8 {
		return New(ctx, s.table, steps)
	}
	s.ctx, s.steps, s.work = ctx, steps, 0
	for _, key := range s.doubted { // doubts are told in terms of the question asked
		delete(s.memo, key)
	}
	s.doubted = s.doubted[:0]
	clear(s.open)
	clear(s.leaning)
	s.provisional = s.provisional[:0]
	return s
}

// Refill sets the steps left.
func (s *Search) Refill(steps int) { s.steps, s.ended = steps, nil }

// Ended reports whether the steps are used up or the context has ended.
func (s *Search) Ended() bool { return !s.spend(0) }

// Find looks for a value that satisfies all literals.
func (s *Search) Find(lits ...logic.Lit) Answer {
	a := s.solve(slices.Clone(lits))
	return Answer{Status: a.status, Value: a.value, Core: a.core, Doubt: a.doubt}
}

// eval evaluates a literal on a value, which is work.
func (s *Search) eval(l logic.Lit, v *value.Value) logic.Truth {
	truth, steps := s.table.EvalSteps(l, v)
	s.work += steps
	return truth
}

// spend takes steps from the budget, with what they took to look at, and
// reports whether to go on.
func (s *Search) spend(n int) bool {
	s.steps -= n + s.work/lookAt
	s.work %= lookAt
	if s.steps < 0 && s.ended == nil {
		s.ended = &Doubt{Kind: Budget, Near: slices.Clone(s.choices)}
	}
	if s.ended == nil && s.ctx.Err() != nil {
		s.ended = &Doubt{Kind: Cancelled, Near: slices.Clone(s.choices)}
	}
	return s.ended == nil
}

// solve answers for the state of the literals. It sorts them in place, and does
// not hold on to them.
func (s *Search) solve(lits []logic.Lit) *answer {
	s.table.Sort(lits)
	lits = slices.Compact(lits)
	if len(lits) > 0 && lits[0] == logic.True {
		lits = lits[1:]
	}
	for i, l := range lits {
		if l == logic.False {
			return &answer{status: Empty, core: []logic.Lit{l}, low: settled}
		}
		if i > 0 && l == lits[i-1].Not() {
			return &answer{status: Empty, core: slices.Clone(lits[i-1 : i+1]), low: settled}
		}
	}
	s.key = appendKey(s.key[:0], lits)
	if a, ok := s.memo[string(s.key)]; ok {
		return a
	}
	if core := s.known(lits); core != nil {
		return &answer{status: Empty, core: core, low: settled}
	}
	if depth, ok := s.open[string(s.key)]; ok {
		return &answer{status: Empty, core: slices.Clone(lits), low: depth}
	}
	if a, ok := s.leaning[string(s.key)]; ok {
		return a
	}
	lits = slices.Clone(lits)
	if s.depth >= maxNesting {
		return &answer{status: Unknown, doubt: Doubt{Kind: Nesting}, core: lits}
	}
	return s.expand(string(s.key), lits)
}

func appendKey(key []byte, lits []logic.Lit) []byte {
	for _, l := range lits {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return key
}

func (s *Search) expand(key string, lits []logic.Lit) *answer {
	depth, waiting := s.depth, len(s.provisional)
	s.open[key] = depth
	s.depth++
	f := s.frame(lits)
	out := f.run()
	a := &answer{status: out.status, value: out.value, doubt: out.doubt, low: f.low}
	if out.status != Found {
		a.core = f.rootsIn(out.core)
	}
	s.frames = append(s.frames, f)
	s.depth--
	delete(s.open, key)
	s.close(key, a, depth, waiting)
	return a
}

// close files an answer and those that leaned on its state being empty.
func (s *Search) close(key string, a *answer, depth, waiting int) {
	if a.low >= depth {
		a.low = settled
	}
	kept := s.provisional[:waiting]
	for _, p := range s.provisional[waiting:] {
		switch {
		case p.low != depth:
			kept = append(kept, p)
		case a.status != Empty:
			delete(s.leaning, p.key)
		case a.low == settled:
			s.remember(p.key, s.leaning[p.key])
			delete(s.leaning, p.key)
		default:
			s.leaning[p.key].low = a.low
			kept = append(kept, provisional{p.key, a.low})
		}
	}
	s.provisional = kept
	switch {
	case a.low == settled || a.status == Found:
		s.remember(key, a)
	case a.status == Empty:
		s.leaning[key] = a
		s.provisional = append(s.provisional, provisional{key, a.low})
	}
}

func (s *Search) remember(key string, a *answer) {
	if s.ended != nil && a.status == Unknown {
		return
	}
	a.low = settled
	if s.held += len(key) + len(a.core)*4; s.held > maxHeld {
		return
	}
	s.memo[key] = a
	if a.status == Unknown {
		s.doubted = append(s.doubted, key)
	}
	if a.status == Empty && len(a.core) > 0 && len(a.core) <= maxCore {
		s.cores[a.core[0]] = append(s.cores[a.core[0]], a.core)
	}
}

// Cores are kept if they are this short, and this few begin with one literal.
const (
	maxCore  = 4
	maxCores = 64
)

// known returns a remembered core that the state contains.
func (s *Search) known(lits []logic.Lit) []logic.Lit {
	for i, l := range lits {
		list := s.cores[l]
		for _, core := range list[:min(len(list), maxCores)] {
			if subset(core, lits[i:]) {
				return core
			}
		}
	}
	return nil
}

func subset(part, whole []logic.Lit) bool {
	i := 0
	for _, l := range whole {
		if i == len(part) {
			return true
		}
		if part[i] == l {
			i++
		}
	}
	return i == len(part)
}
