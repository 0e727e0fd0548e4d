package pattern

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A Query asks for a string.
type Query struct {
	All, None []*Pattern // it matches all of these and none of those
	MinLen    int        // code points
	MaxLen    int        // negative: no limit
	Except    []string   // it is none of these
	Prefer    []string   // tried first, in order
	// Steps is what is left of a budget that several searches share; each
	// string tried, and each continuation of one, costs a step. Nil stands for
	// a million.
	Steps *int
	// Ended, if set, reports that the search has to end.
	Ended func() bool
}

// Answer is the outcome of a search.
type Answer int

// The answers. Empty is a proof.
const (
	OverBudget Answer = iota
	Found
	Empty
)

func (a Answer) String() string {
	return [...]string{"over budget", "found", "empty"}[a]
}

const defaultSteps = 1_000_000

// Limits of one search.
const (
	maxVisited = 500_000 // strings in hand
	maxCells   = 1 << 24 // numbers in automata
)

// Matches reports whether s answers the query.
func (q Query) Matches(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= q.MinLen && (q.MaxLen < 0 || n <= q.MaxLen) && !slices.Contains(q.Except, s) &&
		!slices.ContainsFunc(q.All, func(p *Pattern) bool { return !p.Match(s) }) &&
		!slices.ContainsFunc(q.None, func(p *Pattern) bool { return p.Match(s) })
}

// Shortest returns a preferred string that answers the query, else one of the
// shortest, of readable characters as far as the patterns allow.
func Shortest(q Query) (string, Answer) {
	steps := defaultSteps
	if q.Steps == nil {
		q.Steps = &steps
	}
	for _, s := range q.Prefer {
		if *q.Steps--; *q.Steps < 0 {
			return "", OverBudget
		}
		if q.Matches(s) {
			return s, Found
		}
	}
	if q.contradicts() {
		return "", Empty
	}
	if len(q.All)+len(q.None) == 0 { // nothing tells letters apart
		if s := strings.Repeat(favourites[:1], q.MinLen); q.Matches(s) {
			return s, Found
		}
	}
	return newSearch(q).run()
}

// contradicts reports what needs no search.
func (q Query) contradicts() bool {
	return q.MaxLen >= 0 && q.MinLen > q.MaxLen ||
		slices.ContainsFunc(q.All, func(p *Pattern) bool { return slices.Contains(q.None, p) })
}

// A search goes through the strings breadth first, one length after the other.
// Strings that leave all automata in the same states are one.
type search struct {
	Query
	alphabet *alphabet
	automata []automaton // of All, then of None
	excluded *trie
	visited  []visit
	seen     map[string]bool
	key      []byte
}

// A visit is a string: another one and a letter, and where it led.
type visit struct {
	parent int32
	letter int32
	states []int32 // by automaton
	trie   *trie   // nil once the string is no prefix of an excluded one
}

func newSearch(q Query) *search {
	s := &search{Query: q, excluded: newTrie(q.Except), seen: map[string]bool{}}
	var programs []*program
	for _, p := range slices.Concat(q.All, q.None) {
		programs = append(programs, p.program.parts()...)
	}
	s.alphabet = partition(programs, q.Except)
	for _, p := range slices.Concat(q.All, q.None) {
		s.automata = append(s.automata, newAutomaton(p.program, s.alphabet))
	}
	return s
}

func (s *search) run() (string, Answer) {
	first := visit{parent: -1, trie: s.excluded}
	for _, a := range s.automata {
		first.states = append(first.states, a.initial(true, false))
	}
	if s.possible(first.states) {
		s.visited = append(s.visited, first)
	}
	from := 0
	for length := 0; ; length++ {
		to := len(s.visited)
		answer := -1
		if length >= s.MinLen {
			answer = slices.IndexFunc(s.visited[from:to], s.answers)
		}
		switch {
		case s.full():
			return "", OverBudget
		case answer >= 0:
			return s.text(from + answer), Found
		case from == to || length == s.MaxLen:
			return "", Empty
		}
		if length < s.MinLen {
			clear(s.seen) // shorter strings must be met again at full length
		}
		for i := from; i < to; i++ {
			if !s.extend(int32(i)) {
				return "", OverBudget
			}
		}
		from = to
	}
}

// extend adds what follows visited string i by one letter.
func (s *search) extend(i int32) bool {
	if s.full() || s.Ended != nil && s.Ended() {
		return false
	}
	states := make([]int32, len(s.automata))
	for letter := range s.alphabet.letters {
		if *s.Steps--; *s.Steps < 0 {
			return false
		}
		v := visit{parent: i, letter: int32(letter), states: states}
		from := s.visited[i]
		for k, a := range s.automata {
			states[k] = a.step(from.states[k], letter)
		}
		if from.trie != nil {
			v.trie = from.trie.next[s.alphabet.letters[letter]]
		}
		if s.possible(states) && s.isNew(v) {
			v.states = slices.Clone(states)
			s.visited = append(s.visited, v)
		}
	}
	return true
}

// full reports whether the limits are reached: then nothing is proven.
func (s *search) full() bool {
	cells := 0
	for _, a := range s.automata {
		cells += a.size()
	}
	return len(s.visited) > maxVisited || cells > maxCells
}

func (s *search) isNew(v visit) bool {
	s.key = s.key[:0]
	for _, id := range v.states {
		s.key = append(s.key, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	if v.trie != nil {
		s.key = append(s.key, byte(v.trie.id), byte(v.trie.id>>8), byte(v.trie.id>>16), byte(v.trie.id>>24))
	}
	if s.seen[string(s.key)] {
		return false
	}
	s.seen[string(s.key)] = true
	return true
}

// answers reports whether the string may end where it is.
func (s *search) answers(v visit) bool {
	if v.trie != nil && v.trie.whole {
		return false
	}
	for k, a := range s.automata {
		if a.accepts(v.states[k]) != s.wanted(k) {
			return false
		}
	}
	return true
}

// possible reports whether the string may be continued to an answer, as far as
// the states tell.
func (s *search) possible(states []int32) bool {
	for k, state := range states {
		if state == failed && s.wanted(k) || state == matched && !s.wanted(k) {
			return false
		}
	}
	return true
}

func (s *search) wanted(k int) bool { return k < len(s.All) }

func (s *search) text(i int) string {
	var runes []rune
	for ; s.visited[i].parent >= 0; i = int(s.visited[i].parent) {
		runes = append(runes, s.alphabet.letters[s.visited[i].letter])
	}
	slices.Reverse(runes)
	return string(runes)
}

// A trie holds the excluded strings.
type trie struct {
	id    int32
	whole bool // an excluded string ends here
	next  map[rune]*trie
}

func newTrie(constants []string) *trie {
	root := &trie{next: map[rune]*trie{}}
	count := int32(0)
	for _, constant := range constants {
		t := root
		for _, r := range constant {
			if t.next[r] == nil {
				count++
				t.next[r] = &trie{id: count, next: map[rune]*trie{}}
			}
			t = t.next[r]
		}
		t.whole = true
	}
	return root
}
