package program

import (
	"math/bits"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// Limits of an automaton. A pattern beyond them is matched by package regexp,
// in linear time too.
const (
	maxStates  = 600
	maxClosure = 100_000 // instructions followed while it is made
)

// A dfa decides an unanchored search over ASCII text. A state is the offset of
// its row in next; rows have a column for each class of bytes.
type dfa struct {
	class  [256]uint8 // the last one is for bytes that are no printable ASCII
	last   uint8
	next   []uint16
	accept []bool   // by state / width: the text may end here
	loops  []uint64 // by state / width: the classes that lead back to the state, of the first 64
	runs   []run    // by state / width: the same bytes, if they are few ranges
	width  int      // columns of a row, a power of two
	shift  uint8    // width is 1<<shift
	prefix string   // with which all texts begin that match
	behind uint16   // the state behind it
}

// States every automaton has.
const (
	dead  = iota // nothing can match any more
	sure         // everything matches
	other        // a byte that the automaton does not know
	first        // the beginning
)

// newDFA compiles an expression of package regexp; nil if it is too large.
func newDFA(expression *syntax.Regexp) *dfa {
	prog, err := syntax.Compile(expression.Simplify())
	if err != nil || len(prog.Inst) > 4*maxStates {
		return nil
	}
	b := builder{prog: prog, states: map[string]int{}, budget: maxClosure}
	if !b.classes() {
		return nil
	}
	return b.build()
}

// A builder determinizes a program of package syntax.
type builder struct {
	prog   *syntax.Prog
	dfa    dfa
	bytes  []byte                // one of each class
	runes  []int8                // by instruction: which of the sets of runes it takes, -1 for none
	taken  [][utf8.RuneSelf]bool // by set
	states map[string]int
	sets   []set // to be expanded, from first on
	budget int
	marks  []int // of the closure at hand, by instruction
	mark   int
	stack  []uint32
	key    []byte
}

// A set is a state: threads that wait, and what the byte before was.
type set struct {
	threads []uint32
	before  rune // -1 at the beginning, else a letter or a blank
}

// maxRunes bounds the sets of runes that a pattern names.
const maxRunes = 60

// classes puts bytes together that no instruction tells apart.
func (b *builder) classes() bool {
	if !b.findRunes() {
		return false
	}
	kinds := map[uint64]uint8{}
	plain := func(c int) bool { return c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' }
	for c := range 256 {
		if !plain(c) {
			continue
		}
		signature := uint64(0)
		if syntax.IsWordChar(rune(c)) {
			signature = 1
		}
		for i := range b.taken {
			if b.taken[i][c] {
				signature |= 2 << i
			}
		}
		kind, ok := kinds[signature]
		if !ok {
			kind = uint8(len(kinds))
			kinds[signature] = kind
			b.bytes = append(b.bytes, byte(c))
		}
		b.dfa.class[c] = kind
	}
	b.dfa.last = uint8(len(kinds))
	b.dfa.shift = uint8(bits.Len8(b.dfa.last))
	b.dfa.width = 1 << b.dfa.shift
	for c := range 256 {
		if !plain(c) {
			b.dfa.class[c] = b.dfa.last
		}
	}
	return true
}

// findRunes numbers the sets of runes that instructions take.
func (b *builder) findRunes() bool {
	known := map[string]int8{}
	for i := range b.prog.Inst {
		inst := &b.prog.Inst[i]
		b.runes = append(b.runes, -1)
		switch inst.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		default:
			continue
		}
		key := string(inst.Rune) + string(rune(inst.Op)) + string(rune(inst.Arg&uint32(syntax.FoldCase)))
		id, ok := known[key]
		if !ok {
			if id = int8(len(b.taken)); id == maxRunes {
				return false
			}
			known[key] = id
			var taken [utf8.RuneSelf]bool
			for c := range taken {
				taken[c] = inst.MatchRune(rune(c))
			}
			b.taken = append(b.taken, taken)
		}
		b.runes[i] = id
	}
	return true
}

func (b *builder) takes(pc uint32, c byte) bool { return b.runes[pc] >= 0 && b.taken[b.runes[pc]][c] }

func (b *builder) build() *dfa {
	b.marks = make([]int, len(b.prog.Inst))
	d := &b.dfa
	for id := range first {
		b.sets = append(b.sets, set{})
		d.accept, d.loops = append(d.accept, id == sure), append(d.loops, 0)
		for range d.width {
			d.next = append(d.next, uint16(id))
		}
	}
	b.state(set{threads: []uint32{uint32(b.prog.Start)}, before: -1})
	for id := first; id < len(b.sets); id++ {
		if id > maxStates || b.budget < 0 || len(d.next) >= 1<<16-d.width {
			return nil
		}
		b.expand(id, b.sets[id])
	}
	for i := range d.next {
		d.next[i] *= uint16(d.width)
	}
	d.hurry()
	return d
}

// expand adds the row of a state.
func (b *builder) expand(id int, s set) {
	loops := uint64(0)
	word, wordMatched := b.closure(s, 'w')
	blank, blankMatched := b.closure(s, ' ')
	_, ends := b.closure(s, -1)
	b.dfa.accept = append(b.dfa.accept, ends)
	for class, c := range b.bytes {
		next := sure
		switch isWord := syntax.IsWordChar(rune(c)); {
		case isWord && !wordMatched:
			next = b.step(word, c, 'w')
		case !isWord && !blankMatched:
			next = b.step(blank, c, ' ')
		}
		if next == id && class < 64 {
			loops |= 1 << class
		}
		b.dfa.next = append(b.dfa.next, uint16(next))
	}
	b.dfa.loops = append(b.dfa.loops, loops)
	for range b.dfa.width - len(b.bytes) {
		b.dfa.next = append(b.dfa.next, other)
	}
}

// step returns the state behind a byte that the threads wait for.
func (b *builder) step(threads []uint32, c byte, before rune) int {
	after := set{before: before}
	for _, pc := range threads {
		if b.takes(pc, c) {
			after.threads = append(after.threads, b.prog.Inst[pc].Out)
		}
	}
	after.threads = append(after.threads, uint32(b.prog.Start)) // a match may begin anywhere
	slices.Sort(after.threads)
	after.threads = slices.Compact(after.threads)
	return b.state(after)
}

func (b *builder) state(s set) int {
	k := append(b.key[:0], byte(s.before))
	for _, pc := range s.threads {
		k = append(k, byte(pc), byte(pc>>8))
	}
	b.key = k
	id, ok := b.states[string(k)]
	if !ok {
		id = dead
		if !b.stuck(s) {
			id = len(b.sets)
			b.sets = append(b.sets, s)
		}
		b.states[string(k)] = id
	}
	return id
}

// stuck reports whether no byte and no end can lead any further: all threads
// wait for the beginning of the text.
func (b *builder) stuck(s set) bool {
	if len(b.sets) == first {
		return false // the beginning itself has its place
	}
	for _, c := range []rune{' ', 'w', -1} {
		if next, matched := b.closure(s, c); matched || len(next) > 0 {
			return false
		}
	}
	return true
}

// closure follows a state's threads to the instructions that take a rune, given
// the rune that comes, or -1 at the end. Matched means that one of them is
// through already.
func (b *builder) closure(s set, comes rune) (takers []uint32, matched bool) {
	b.mark++
	flags := syntax.EmptyOpContext(s.before, comes)
	stack := append(b.stack[:0], s.threads...)
	defer func() { b.stack = stack }()
	for len(stack) > 0 {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.marks[pc] == b.mark {
			continue
		}
		b.marks[pc] = b.mark
		b.budget--
		switch inst := &b.prog.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			stack = append(stack, inst.Arg, inst.Out)
		case syntax.InstCapture, syntax.InstNop:
			stack = append(stack, inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^flags == 0 {
				stack = append(stack, inst.Out)
			}
		case syntax.InstMatch:
			return nil, true
		case syntax.InstFail:
		default:
			takers = append(takers, pc)
		}
	}
	return takers, false
}

// samples returns up to n texts that match, shorter ones first.
func (d *dfa) samples(n int) []string {
	type path struct {
		state uint16
		text  string
	}
	var found []string
	visits := map[uint16]int{}
	for todo := []path{{state: uint16(first * d.width)}}; len(todo) > 0 && len(found) < n; todo = todo[1:] {
		at := todo[0]
		if visits[at.state]++; visits[at.state] > n {
			continue
		}
		if d.accept[at.state>>d.shift] {
			found = append(found, at.text)
		}
		for c := byte(' '); c < utf8.RuneSelf; c++ {
			next := d.next[at.state+uint16(d.class[c])]
			if next != dead && int(next) != other*d.width && visits[next] <= n {
				todo = append(todo, path{next, at.text + string(c)})
			}
		}
	}
	return found
}
