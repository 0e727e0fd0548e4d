package pattern

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// An alternating is the automaton of a program with look-aheads. Its states are
// sets of threads: an instruction, and the look-aheads that were passed on the
// way to it and are not settled yet, each in the state of its own automaton.
type alternating struct {
	*program
	alphabet *alphabet
	looks    []automaton
	states   []*threads
	known    map[string]int32
	held     int  // numbers in states
	full     bool // a set of threads was too large: states are not to be relied on
}

type thread struct {
	pc   int32
	owes []debt // ascending
}

// A debt is a look-ahead that a thread has passed.
type debt struct{ look, state int32 }

// threads is a state at a gap, with what is known before it.
type threads struct {
	list   []thread
	start  bool
	before bool
	next   []int32 // by letter; -1 where not yet known
}

// maxThreads bounds the threads of one state.
const maxThreads = 2_000

func newAlternating(p *program, letters *alphabet) *alternating {
	a := &alternating{program: p, alphabet: letters, states: make([]*threads, 2), known: map[string]int32{}}
	for _, l := range p.looks {
		a.looks = append(a.looks, newAutomaton(l.program, letters))
	}
	return a
}

func (a *alternating) size() int {
	if a.full {
		return maxCells + 1
	}
	size := a.held
	for _, l := range a.looks {
		size += l.size()
	}
	return size
}

func (a *alternating) initial(start, before bool) int32 {
	return a.state([]thread{{pc: a.start}}, start, before)
}

// state interns a set of threads.
func (a *alternating) state(list []thread, start, before bool) int32 {
	if len(list) == 0 {
		return failed
	}
	before = before && a.words
	slices.SortFunc(list, compareThreads)
	list = slices.CompactFunc(list, func(x, y thread) bool { return compareThreads(x, y) == 0 })
	key := []byte{0}
	if start {
		key[0] |= 1
	}
	if before {
		key[0] |= 2
	}
	for _, t := range list {
		key = t.appendKey(key)
	}
	if id, ok := a.known[string(key)]; ok {
		return id
	}
	id := a.admit(list, start, before)
	a.known[string(key)] = id
	a.held += len(key) + a.alphabet.size()
	return id
}

func compareThreads(x, y thread) int {
	return cmp.Or(cmp.Compare(x.pc, y.pc), slices.CompareFunc(x.owes, y.owes, compareDebts))
}

func compareDebts(x, y debt) int {
	return cmp.Or(cmp.Compare(x.look, y.look), cmp.Compare(x.state, y.state))
}

func (t thread) appendKey(key []byte) []byte {
	key = binary.AppendUvarint(key, uint64(t.pc))
	key = binary.AppendUvarint(key, uint64(len(t.owes)))
	for _, d := range t.owes {
		key = binary.AppendUvarint(key, uint64(d.look))
		key = binary.AppendUvarint(key, uint64(d.state))
	}
	return key
}

func (a *alternating) admit(list []thread, start, before bool) int32 {
	_, met := a.follow(list, context{start: start, before: before})
	if met { // whatever comes: before a word character, too
		_, met = a.follow(list, context{start: start, before: before, behind: true})
	}
	if met {
		return matched
	}
	next := make([]int32, a.alphabet.size())
	for i := range next {
		next[i] = -1
	}
	a.states = append(a.states, &threads{list: list, start: start, before: before, next: next})
	return int32(len(a.states) - 1)
}

// follow walks from the threads through all that consume nothing. It returns
// those that consume, of which a thread at the match waits for its debts, and
// reports whether one has reached the match without debts.
func (a *alternating) follow(list []thread, c context) (waiting []thread, met bool) {
	seen := map[string]bool{}
	stack := slices.Clone(list)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if key := string(t.appendKey(nil)); seen[key] {
			continue
		} else if seen[key] = true; len(seen) > maxThreads {
			a.full = true
			return nil, false
		}
		i := &a.code[t.pc]
		pass := false
		switch i.op {
		case opOne:
			waiting = append(waiting, t)
		case opMatch:
			if len(t.owes) == 0 {
				return nil, true
			}
			waiting = append(waiting, t)
		case opSplit:
			stack = append(stack, thread{i.other, t.owes})
			pass = true
		case opLook:
			t.owes, pass = a.settle(append(slices.Clip(t.owes), debt{i.other, a.looks[i.other].initial(c.start, c.before)}))
		default:
			pass = c.has(i.op)
		}
		if pass {
			stack = append(stack, thread{i.out, t.owes})
		}
	}
	return waiting, false
}

// settle drops the debts that are paid, whatever follows. The second result is
// false if one cannot be paid.
func (a *alternating) settle(owes []debt) ([]debt, bool) {
	var left []debt
	for _, d := range owes {
		switch {
		case d.state != failed && d.state != matched:
			left = append(left, d)
		case (d.state == matched) == a.program.looks[d.look].avoid:
			return nil, false
		}
	}
	slices.SortFunc(left, compareDebts)
	return slices.Compact(left), true
}

func (a *alternating) step(from int32, letter int) int32 {
	if from == failed || from == matched {
		return from
	}
	s := a.states[from]
	if s.next[letter] < 0 {
		s.next[letter] = a.compute(s, letter)
	}
	return s.next[letter]
}

func (a *alternating) compute(s *threads, letter int) int32 {
	r := a.alphabet.letters[letter]
	behind := isWord(r)
	waiting, met := a.follow(s.list, context{start: s.start, before: s.before, behind: behind})
	if met {
		return matched
	}
	var next []thread
	for _, t := range waiting {
		i := &a.code[t.pc]
		if i.op == opOne && !i.set.has(r) {
			continue
		}
		owes := make([]debt, len(t.owes))
		for k, d := range t.owes {
			owes[k] = debt{d.look, a.looks[d.look].step(d.state, letter)}
		}
		if owes, ok := a.settle(owes); ok && i.op == opOne {
			next = append(next, thread{i.out, owes})
		} else if ok {
			next = append(next, thread{t.pc, owes})
		}
	}
	if !a.anchored {
		next = append(next, thread{pc: a.start})
	}
	return a.state(next, false, behind)
}

func (a *alternating) accepts(id int32) bool {
	if id == failed || id == matched {
		return id == matched
	}
	s := a.states[id]
	waiting, met := a.follow(s.list, context{start: s.start, end: true, before: s.before})
	return met || slices.ContainsFunc(waiting, func(t thread) bool { return a.code[t.pc].op == opMatch && a.paid(t.owes) })
}

// paid reports whether the debts are paid if the text ends here.
func (a *alternating) paid(owes []debt) bool {
	return !slices.ContainsFunc(owes, func(d debt) bool {
		return a.looks[d.look].accepts(d.state) == a.program.looks[d.look].avoid
	})
}
