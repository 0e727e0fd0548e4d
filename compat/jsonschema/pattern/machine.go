package pattern

import (
	"slices"
)

// A machine runs a program. It is not safe for concurrent use.
type machine struct {
	*program
	stack []int32
	mark  []uint32 // by instruction: the visit that saw it last
	visit uint32
}

func newMachine(p *program) *machine {
	return &machine{program: p, mark: make([]uint32, len(p.code))}
}

// A context is what the assertions look at: both sides of a gap between code
// points.
type context struct {
	start, end     bool
	before, behind bool // a word character stands before, or behind, the gap
}

// follow walks from the instructions pcs through all that consume nothing. It
// appends those that consume to ones, and reports whether a match is among
// what it reached.
func (m *machine) follow(pcs []int32, c context, ones []int32) (reached []int32, matched bool) {
	m.visit++
	m.stack = append(m.stack[:0], pcs...)
	for len(m.stack) > 0 {
		pc := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		if m.mark[pc] == m.visit {
			continue
		}
		m.mark[pc] = m.visit
		i := &m.code[pc]
		pass := false
		switch i.op {
		case opOne:
			ones = append(ones, pc)
		case opMatch:
			return ones, true
		case opSplit:
			m.stack = append(m.stack, i.other)
			pass = true
		case opBegin:
			pass = c.start
		case opEnd:
			pass = c.end
		case opBoundary:
			pass = c.before != c.behind
		case opNoBoundary:
			pass = c.before == c.behind
		}
		if pass {
			m.stack = append(m.stack, i.out)
		}
	}
	return ones, false
}

// match searches s.
func (m *machine) match(s string) bool {
	now, next, ones := []int32{m.start}, []int32(nil), []int32(nil)
	c := context{start: true}
	for _, r := range s {
		c.behind = isWord(r)
		var matched bool
		if ones, matched = m.follow(now, c, ones[:0]); matched {
			return true
		}
		next = next[:0]
		for _, pc := range ones {
			if m.code[pc].set.has(r) {
				next = append(next, m.code[pc].out)
			}
		}
		if !m.anchored {
			next = append(next, m.start)
		}
		if len(next) == 0 {
			return false
		}
		now, next = next, now
		c = context{before: c.behind}
	}
	c.behind, c.end = false, true
	_, matched := m.follow(now, c, ones[:0])
	return matched
}

// A state is a set of instructions at a gap, with what is known before it.
type state struct {
	pcs    []int32 // ascending
	start  bool
	before bool
	next   []int32 // by letter; -1 where not yet known
	accept int8    // whether the text may end here: 0 unknown, 1 yes, -1 no
}

// States that nothing leaves.
const (
	failed  int32 = 0 // no continuation matches
	matched int32 = 1 // every continuation matches
)

// An automaton is a program made deterministic, state by state as needed, over
// the letters of an alphabet.
type automaton struct {
	*machine
	alphabet *alphabet
	states   []*state
	known    map[string]int32
	ones     []int32
}

func newAutomaton(p *program, letters *alphabet) *automaton {
	a := &automaton{machine: newMachine(p), alphabet: letters, states: make([]*state, 2), known: map[string]int32{}}
	return a
}

func (a *automaton) initial() int32 { return a.state([]int32{a.start}, true, false) }

// state interns a set of instructions.
func (a *automaton) state(pcs []int32, start, before bool) int32 {
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

func (a *automaton) admit(pcs []int32, start, before bool) int32 {
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

// step returns the state after one more letter.
func (a *automaton) step(from int32, letter int) int32 {
	if from == failed || from == matched {
		return from
	}
	s := a.states[from]
	if s.next[letter] < 0 {
		s.next[letter] = a.compute(s, a.alphabet.letters[letter])
	}
	return s.next[letter]
}

func (a *automaton) compute(s *state, r rune) int32 {
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

// accepts reports whether a text that ends in the state matches.
func (a *automaton) accepts(id int32) bool {
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
