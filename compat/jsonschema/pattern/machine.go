package pattern

// A machine runs a program without look-aheads. It is not safe for concurrent use.
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

// has reports whether the gap is one that the assertion asks for.
func (c context) has(assertion opcode) bool {
	switch assertion {
	case opBegin:
		return c.start
	case opEnd:
		return c.end
	case opBoundary:
		return c.before != c.behind
	case opNoBoundary:
		return c.before == c.behind
	}
	return false
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
		default:
			pass = c.has(i.op)
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
