package pattern

import "errors"

// A program is a non-deterministic automaton: instructions in the manner of
// Thompson, started at start.
type program struct {
	code     []instruction
	start    int32
	anchored bool   // no match begins but where the program starts
	words    bool   // it looks at word boundaries
	looks    []look // by opLook
}

// A look is a look-ahead: a program that must, or must not, match from where
// the instruction stands.
type look struct {
	*program
	avoid bool
}

type instruction struct {
	op    opcode
	set   set   // of opOne
	out   int32 // next instruction
	other int32 // of opSplit, the other next one; of opLook, its index in looks
}

type opcode byte

const (
	opOne opcode = iota
	opSplit
	opBegin
	opEnd
	opBoundary
	opNoBoundary
	opLook
	opMatch
	opFail
)

var errTooLarge = errors.New("a repetition this large")

// assemble translates an expression.
func assemble(n *node) (*program, error) {
	room := maxProgram
	p := assembleIn(n, &room)
	if room < 0 {
		return nil, errTooLarge
	}
	p.anchored = p.isAnchored()
	return p, nil
}

// assembleIn translates an expression into the room left, in instructions. It
// is negative afterwards if there was not enough.
func assembleIn(n *node, room *int) *program {
	a := &assembler{room: room}
	match := a.emit(instruction{op: opMatch})
	start := a.node(n, match)
	return &program{code: a.code, start: start, words: n.has(boundary) || n.has(noBoundary), looks: a.looks}
}

// assembler works backwards: each node is translated with its successor known.
type assembler struct {
	code  []instruction
	looks []look
	room  *int
}

func (a *assembler) full() bool { return *a.room < 0 }

func (a *assembler) emit(i instruction) int32 {
	if *a.room--; a.full() {
		return 0
	}
	a.code = append(a.code, i)
	return int32(len(a.code) - 1)
}

func (a *assembler) node(n *node, next int32) int32 {
	switch n.kind {
	case one:
		if len(n.set) == 0 {
			return a.emit(instruction{op: opFail})
		}
		return a.emit(instruction{op: opOne, set: n.set, out: next})
	case sequence:
		for i := len(n.subs) - 1; i >= 0 && !a.full(); i-- {
			next = a.node(n.subs[i], next)
		}
		return next
	case choice:
		start := a.node(n.subs[len(n.subs)-1], next)
		for i := len(n.subs) - 2; i >= 0 && !a.full(); i-- {
			start = a.emit(instruction{op: opSplit, out: a.node(n.subs[i], next), other: start})
		}
		return start
	case repeat:
		return a.repeat(n, next)
	case lookAhead:
		return a.look(n, next)
	}
	ops := map[kind]opcode{begin: opBegin, end: opEnd, boundary: opBoundary, noBoundary: opNoBoundary}
	return a.emit(instruction{op: ops[n.kind], out: next})
}

func (a *assembler) look(n *node, next int32) int32 {
	p := assembleIn(n.subs[0], a.room)
	p.anchored = true
	a.looks = append(a.looks, look{p, n.avoid})
	return a.emit(instruction{op: opLook, out: next, other: int32(len(a.looks) - 1)})
}

func (a *assembler) repeat(n *node, next int32) int32 {
	copies := n.min
	if n.max < 0 {
		loop := a.emit(instruction{op: opSplit, other: next})
		body := a.node(n.subs[0], loop)
		if a.full() {
			return 0
		}
		a.code[loop].out = body
		if next = loop; copies > 0 {
			next = body
			copies--
		}
	}
	exit := next
	for i := n.min; i < n.max && !a.full(); i++ {
		next = a.emit(instruction{op: opSplit, out: a.node(n.subs[0], next), other: exit})
	}
	for i := 0; i < copies && !a.full(); i++ {
		before := next
		if next = a.node(n.subs[0], next); next == before {
			break // the empty string, however often
		}
	}
	return next
}

// isAnchored reports whether nothing but the start of the text leads from the
// first instruction to a code point or a match.
func (p *program) isAnchored() bool {
	seen := make([]bool, len(p.code))
	var escapes func(pc int32) bool
	escapes = func(pc int32) bool {
		if seen[pc] {
			return false
		}
		seen[pc] = true
		switch i := p.code[pc]; i.op {
		case opOne, opMatch:
			return true
		case opSplit:
			return escapes(i.out) || escapes(i.other)
		case opEnd, opBoundary, opNoBoundary, opLook:
			return escapes(i.out)
		}
		return false
	}
	return !escapes(p.start)
}

// parts lists the program and those of its look-aheads.
func (p *program) parts() []*program {
	list := []*program{p}
	for _, l := range p.looks {
		list = append(list, l.parts()...)
	}
	return list
}
