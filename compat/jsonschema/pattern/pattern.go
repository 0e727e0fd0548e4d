// Package pattern turns the regular expressions of JSON Schema, which are those
// of ECMA-262 with the u flag, into automata: to match in linear time, and to
// find the shortest string that matches some patterns and not others, or prove
// that there is none.
//
// Call [Compile], then [Pattern.Match] or [Shortest]. A pattern is searched
// for, not anchored. As in browsers, braces and brackets that open nothing are
// literal. What no finite automaton does (back-references) and what this one
// does not (look-behind, inline flags) is an error of type *[Unsupported]. There
// are no captures.
package pattern

import (
	"fmt"
	"strings"
)

// Limits of a pattern.
const (
	MaxLength  = 1 << 16 // code points
	maxNesting = 200     // groups in groups
	maxProgram = 20_000  // instructions, repetitions written out
)

// A Pattern is a compiled regular expression. It is immutable and safe for
// concurrent use.
type Pattern struct {
	source  string
	program *program
}

// Unsupported says that a pattern uses a construct that the automata do not
// have. The pattern may be valid.
type Unsupported struct {
	Pattern   string
	Construct string // as written, or what it is
}

func (e *Unsupported) Error() string {
	return fmt.Sprintf("pattern %q: %s is not supported", clip(e.Pattern), e.Construct)
}

// Compile reads a pattern. The error is an *Unsupported, or says what is wrong
// with the syntax.
func Compile(ecma string) (*Pattern, error) {
	tree, err := parse(ecma)
	if err != nil {
		return nil, err
	}
	p, err := assemble(tree)
	if err != nil {
		return nil, &Unsupported{ecma, err.Error()}
	}
	return &Pattern{ecma, p}, nil
}

// String returns the pattern as written.
func (p *Pattern) String() string { return p.source }

// Match reports whether the pattern matches anywhere in s. It takes time in
// proportion to the lengths of s and of the pattern.
func (p *Pattern) Match(s string) bool {
	if len(p.program.looks) > 0 {
		return newBackward(p.program).match(s)
	}
	return newMachine(p.program).match(s)
}

func clip(s string) string {
	if len(s) <= 60 {
		return s
	}
	return strings.ToValidUTF8(s[:60], "") + "…"
}
