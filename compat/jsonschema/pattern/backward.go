package pattern

// A backward runs a program with look-aheads over a text from its end: at each
// gap it knows from which instructions the rest of the text matches, and so
// what the look-aheads there come to. It is not safe for concurrent use.
type backward struct {
	*program
	looks []*backward
	here  []bool // by instruction, at the present gap
	next  []bool // at the gap one code point on
}

func newBackward(p *program) *backward {
	b := &backward{program: p, here: make([]bool, len(p.code)), next: make([]bool, len(p.code))}
	for _, l := range p.looks {
		b.looks = append(b.looks, newBackward(l.program))
	}
	return b
}

// match searches s.
func (b *backward) match(s string) bool {
	runes := []rune(s)
	for gap := len(runes); gap >= 0; gap-- {
		c := context{start: gap == 0, end: gap == len(runes), before: gap > 0 && isWord(runes[gap-1])}
		r := rune(-1)
		if !c.end {
			r = runes[gap]
			c.behind = isWord(r)
		}
		b.step(r, c)
		if b.here[b.start] {
			return true
		}
	}
	return false
}

// step goes to the gap before r. The instructions stand in the order of their
// successors but for loops, so that few rounds settle them.
func (b *backward) step(r rune, c context) {
	for _, l := range b.looks {
		l.step(r, c)
	}
	b.here, b.next = b.next, b.here
	clear(b.here)
	for changed := true; changed; {
		changed = false
		for pc := range b.code {
			if !b.here[pc] && b.holds(&b.code[pc], r, c) {
				b.here[pc], changed = true, true
			}
		}
	}
}

// holds reports whether the text matches from the instruction on.
func (b *backward) holds(i *instruction, r rune, c context) bool {
	pass := true
	switch i.op {
	case opMatch:
		return true
	case opOne:
		return !c.end && b.next[i.out] && i.set.has(r)
	case opSplit:
		return b.here[i.out] || b.here[i.other]
	case opLook:
		l := b.looks[i.other]
		pass = l.here[l.start] != b.program.looks[i.other].avoid
	default:
		pass = c.has(i.op)
	}
	return pass && b.here[i.out]
}
