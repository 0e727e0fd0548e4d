package pattern

import (
	"fmt"
	"math"
	"strings"
)

// parser reads ECMA-262, 22.2.1 Patterns, with the u flag, and takes lone
// braces and brackets for literals as annex B does.
type parser struct {
	source string
	in     []rune
	pos    int
	depth  int
}

func parse(source string) (*node, error) {
	p := &parser{source: source, in: []rune(source)}
	if len(p.in) > MaxLength {
		return nil, fmt.Errorf("pattern of %d code points is over the limit of %d", len(p.in), MaxLength)
	}
	n, err := p.disjunction()
	if err != nil {
		return nil, err
	}
	if p.more() {
		return nil, p.errorf("unmatched )")
	}
	return n, nil
}

func (p *parser) more() bool { return p.pos < len(p.in) }

// peek reports whether text comes next.
func (p *parser) peek(text string) bool {
	i := p.pos
	for _, r := range text {
		if i >= len(p.in) || p.in[i] != r {
			return false
		}
		i++
	}
	return true
}

// take skips text if it comes next.
func (p *parser) take(text string) bool {
	if !p.peek(text) {
		return false
	}
	p.pos += len([]rune(text))
	return true
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("pattern %q at %d: %s", clip(p.source), p.pos+1, fmt.Sprintf(format, args...))
}

func (p *parser) unsupported(construct string) error { return &Unsupported{p.source, construct} }

func (p *parser) disjunction() (*node, error) {
	var choices []*node
	for {
		n, err := p.alternative()
		if err != nil {
			return nil, err
		}
		choices = append(choices, n)
		if !p.take("|") {
			break
		}
	}
	if len(choices) == 1 {
		return choices[0], nil
	}
	return &node{kind: choice, subs: choices}, nil
}

func (p *parser) alternative() (*node, error) {
	var parts []*node
	for p.more() && !p.peek("|") && !p.peek(")") {
		n, err := p.term()
		if err != nil {
			return nil, err
		}
		parts = append(parts, n)
	}
	return sequenceOf(parts...), nil
}

func (p *parser) term() (*node, error) {
	n, err := p.atom()
	if err != nil {
		return nil, err
	}
	low, high, ok, err := p.quantifier()
	if err != nil || !ok {
		return n, err
	}
	if isAssertion(n.kind) {
		return nil, p.errorf("nothing to repeat")
	}
	return &node{kind: repeat, subs: []*node{n}, min: low, max: high}, nil
}

func (p *parser) quantifier() (low, high int, ok bool, err error) {
	switch {
	case p.take("*"):
		low, high = 0, -1
	case p.take("+"):
		low, high = 1, -1
	case p.take("?"):
		low, high = 0, 1
	default:
		if low, high, ok = p.braces(); !ok {
			return 0, 0, false, nil
		}
	}
	p.take("?") // lazy: the same strings match
	if high >= 0 && low > high {
		return 0, 0, false, p.errorf("numbers out of order in {}")
	}
	if p.peek("*") || p.peek("+") || p.peek("?") {
		return 0, 0, false, p.errorf("nothing to repeat")
	}
	return low, high, true, nil
}

// braces reads {n}, {n,} or {n,m}. Anything else is literal.
func (p *parser) braces() (low, high int, ok bool) {
	start := p.pos
	defer func() {
		if !ok {
			p.pos = start
		}
	}()
	if !p.take("{") {
		return 0, 0, false
	}
	if low, ok = p.number(); !ok {
		return 0, 0, false
	}
	high = low
	if p.take(",") {
		if high, ok = p.number(); !ok {
			high = -1
		}
	}
	return low, high, p.take("}")
}

// number reads digits; large numbers all count as the largest.
func (p *parser) number() (n int, ok bool) {
	for p.more() && digits.has(p.in[p.pos]) {
		n = min(n*10+int(p.in[p.pos]-'0'), math.MaxInt32)
		p.pos++
		ok = true
	}
	return n, ok
}

func (p *parser) atom() (*node, error) {
	c := p.in[p.pos]
	switch c {
	case '^':
		p.pos++
		return &node{kind: begin}, nil
	case '$':
		p.pos++
		return &node{kind: end}, nil
	case '.':
		p.pos++
		return &node{kind: one, set: noLineBreak}, nil
	case '(':
		return p.group()
	case '[':
		p.pos++
		return p.class()
	case '\\':
		return p.atomEscape()
	case '*', '+', '?':
		return nil, p.errorf("nothing to repeat")
	case '{':
		if _, _, ok := p.braces(); ok {
			return nil, p.errorf("nothing to repeat")
		}
	}
	p.pos++
	return literal(c), nil
}

func literal(c rune) *node { return &node{kind: one, set: set{{c, c}}} }

func (p *parser) group() (*node, error) {
	p.pos++
	n := &node{kind: sequence}
	switch {
	case p.take("?:"):
	case p.take("?="):
		n = &node{kind: lookAhead}
	case p.take("?!"):
		n = &node{kind: lookAhead, avoid: true}
	case p.peek("?<=") || p.peek("?<!"):
		return nil, p.unsupported("look-behind")
	case p.take("?<"):
		if !p.name() {
			return nil, p.errorf("invalid group name")
		}
	case p.peek("?P"):
		return nil, p.errorf("invalid group: ECMA-262 writes (?<name>…)")
	case p.peek("?"):
		return nil, p.unsupported("an inline flag (" + string(p.in[p.pos:min(p.pos+2, len(p.in))]) + "…)")
	}
	if p.depth++; p.depth > maxNesting {
		return nil, p.errorf("groups nested deeper than the limit of %d", maxNesting)
	}
	body, err := p.disjunction()
	p.depth--
	if err != nil {
		return nil, err
	}
	if !p.take(")") {
		return nil, p.errorf("missing )")
	}
	if n.kind == lookAhead {
		n.subs = []*node{body}
		return n, nil
	}
	if isAssertion(body.kind) { // a group of one may be repeated
		n.subs = []*node{body}
		return n, nil
	}
	return body, nil
}

func isAssertion(k kind) bool {
	return k == begin || k == end || k == boundary || k == noBoundary || k == lookAhead
}

// name skips a group's name and the > after it.
func (p *parser) name() bool {
	start := p.pos
	for p.more() && (isWord(p.in[p.pos]) || p.in[p.pos] == '$' || p.in[p.pos] > 0x7F) {
		p.pos++
	}
	return p.pos > start && !strings.ContainsRune("0123456789", p.in[start]) && p.take(">")
}
