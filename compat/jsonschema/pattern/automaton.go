package pattern

import "slices"

// An automaton is a program made deterministic, state by state as needed, over
// the letters of an alphabet.
type automaton interface {
	// initial returns the state at a gap: the start of the text, or one with a
	// word character before it.
	initial(start, before bool) int32
	// step returns the state after one more letter.
	step(from int32, letter int) int32
	// accepts reports whether a text that ends in the state matches.
	accepts(state int32) bool
	// size is what the automaton holds, in numbers.
	size() int
}

func newAutomaton(p *program, letters *alphabet) automaton {
	if len(p.looks) > 0 {
		return newAlternating(p, letters)
	}
	return newSubset(p, letters)
}

// States that nothing leaves.
const (
	failed  int32 = 0 // no continuation matches
	matched int32 = 1 // every continuation matches
)

// A state is a set of instructions at a gap, with what is known before it.
type state struct {
	pcs    []int32 // ascending
	start  bool
	before bool
	next   []int32 // by letter; -1 where not yet known
	accept int8    // whether the text may end here: 0 unknown, 1 yes, -1 no
}

// A subset is the automaton of a program without look-aheads: its states are
// sets of instructions.
type subset struct {
	*machine
	alphabet *alphabet
	states   []*state
	known    map[string]int32
	ones     []int32
}

func newSubset(p *program, letters *alphabet) *subset {
	return &subset{machine: newMachine(p), alphabet: letters, states: make([]*state, 2), known: map[string]int32{}}
}

func (a *subset) initial(start, before bool) int32 { return a.state([]int32{a.start}, start, before) }

func (a *subset) size() int { return len(a.states) * a.alphabet.size() }

// state interns a set of instructions.
func (a *subset) state(pcs []int32, start, before bool) int32 {
	slices.Sort(pcs)
	pcs = slices.Compact(pcs)
	before = before && a.words
	key := make([]byte, 0, 3*len(pcs)+1)
	flags := byte(0)
	if start {
		flags |= 1
	}
	if before {
		flags |= 2
	}
	key = append(key, flags)
	for _, pc := range pcs {
		key = append(key, byte(pc), byte(pc>>8), byte(pc>>16))
	}
	if id, ok := a.known[string(key)]; ok {
		return id
	}
	id := a.admit(pcs, start, before)
	a.known[string(key)] = id
	return id
}

func (a *subset) admit(pcs []int32, start, before bool) int32 {
	// Whatever comes, one of the two holds. Without assertions on the right
	// both are the same.
	var reached [2]bool
	for i, behind := range []bool{false, true} {
		var met bool
		a.ones, met = a.follow(pcs, context{start: start, before: before, behind: behind}, a.ones[:0])
		reached[i] = met
	}
	if reached[0] && reached[1] {
		return matched
	}
	if len(pcs) == 0 {
		return failed
	}
	next := make([]int32, a.alphabet.size())
	for i := range next {
		next[i] = -1
	}
	a.states = append(a.states, &state{pcs: slices.Clone(pcs), start: start, before: before, next: next})
	return int32(len(a.states) - 1)
}

func (a *subset) step(from int32, letter int) int32 {
	if from == failed || from == matched {
		return from
	}
	s := a.states[from]
	if s.next[letter] < 0 {
		s.next[letter] = a.compute(s, a.alphabet.letters[letter])
	}
	return s.next[letter]
}

func (a *subset) compute(s *state, r rune) int32 {
	behind := isWord(r)
	ones, met := a.follow(s.pcs, context{start: s.start, before: s.before, behind: behind}, a.ones[:0])
	a.ones = ones
	if met {
		return matched
	}
	var next []int32
	for _, pc := range ones {
		if a.code[pc].set.has(r) {
			next = append(next, a.code[pc].out)
		}
	}
	if !a.anchored {
		next = append(next, a.start)
	}
	return a.state(next, false, behind)
}

func (a *subset) accepts(id int32) bool {
	if id == failed || id == matched {
		return id == matched
	}
	s := a.states[id]
	if s.accept == 0 {
		s.accept = -1
		if _, met := a.follow(s.pcs, context{start: s.start, end: true, before: s.before}, nil); met {
			s.accept = 1
		}
	}
	return s.accept > 0
}
