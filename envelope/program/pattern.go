package program

import (
	"regexp"
	"sync"

	"github.com/evctl/evctl/internal/jsonschema"
)

// A pattern is an ECMA-262 expression: an automaton for ASCII where it is small
// enough, and package regexp for everything else.
type pattern struct {
	source string
	dfa    *dfa
	re     func() *regexp.Regexp // compiled when it is needed
}

// newPattern returns nil for a pattern that needs backtracking.
func newPattern(source string) *pattern {
	tree, expression := jsonschema.LinearPattern(source)
	if tree == nil {
		return nil
	}
	re := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
	return &pattern{source, newDFA(tree), re}
}

func (p *pattern) match(text []byte) bool {
	if p.dfa == nil {
		return p.re().Match(text)
	}
	d := p.dfa
	state := uint16(first * d.width)
	for _, c := range text {
		if state = d.next[state+uint16(d.class[c])]; state < uint16(first*d.width) {
			if state == uint16(other*d.width) {
				return p.re().Match(text)
			}
			return state == uint16(sure*d.width)
		}
	}
	return d.accept[state>>d.shift]
}

// What scan found.
type scanned int

const (
	matched scanned = iota
	certain         // matched, whatever follows
	refused
	unknown // the text has more than plain ASCII
)

// scan matches the text from i to the closing quote, and returns the offset
// behind it. Where the automaton knows early, end is where it stopped.
func (d *dfa) scan(b []byte, i int) (end int, found scanned) {
	state, live := uint16(first*d.width), uint16(first*d.width)
	if end := i + len(d.prefix); end <= len(b) && string(b[i:end]) == d.prefix {
		i, state = end, d.behind
	}
	for i < len(b) {
		// bytes that lead back to the state are independent of each other
		if r := &d.runs[state>>d.shift]; r.over1 != 0 {
			i = r.end(b, i)
		}
		for loops := d.loops[state>>d.shift]; i < len(b) && loops>>d.class[b[i]]&1 != 0; {
			i++
		}
		if i == len(b) {
			break
		}
		next := d.next[state+uint16(d.class[b[i]])]
		if next < live {
			switch {
			case b[i] == '"' && d.accept[state>>d.shift]:
				return i + 1, matched
			case b[i] == '"' || next == dead:
				return i, refused
			case int(next) == sure*d.width:
				return i, certain
			}
			return i, unknown
		}
		state = next
		i++
	}
	return i, unknown
}
