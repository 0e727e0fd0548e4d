package protobuf

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/evctl/evctl"
)

// unfit returns what the compiler must not see: it recurses without a limit of
// its own, walks along a line for each position, and panics over bytes that are
// not UTF-8.
func (s *source) unfit() (Problem, bool) {
	if !utf8.Valid(s.text) {
		return s.problem(invalidAt(s.text), "not UTF-8"), true
	}
	if at, over := tooDeep(s.bare); over {
		return s.problem(s.original(at), "nesting is over the limit of %d levels", MaxDepth), true
	}
	at := 0
	for line := range bytes.Lines(s.bare) {
		if len(line) > MaxLine {
			return s.problem(s.original(at), "the line is over the limit of %d bytes", MaxLine), true
		}
		at += len(line)
	}
	return Problem{}, false
}

func (s *source) problem(at int, format string, args ...any) Problem {
	line, column := s.at(at)
	return Problem{Position: evctl.Position{Line: line, Column: column}, Message: fmt.Sprintf(format, args...)}
}

// invalidAt returns where bytes stop being UTF-8.
func invalidAt(b []byte) int {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(b)
}

// tooDeep returns where the text opens more than MaxDepth braces, brackets,
// parentheses or angle brackets. Comments and strings do not count.
func tooDeep(text []byte) (at int, over bool) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[', '(', '<':
			if depth++; depth > MaxDepth {
				return i, true
			}
		case '}', ']', ')', '>':
			depth = max(depth-1, 0)
		case '"', '\'', '/':
			i += skipped(text[i:]) - 1
		}
	}
	return 0, false
}

// skipped returns the length of the string or comment that the text starts
// with, or 1.
func skipped(text []byte) int {
	var end int
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		end = bytes.IndexByte(text, '\n')
	case bytes.HasPrefix(text, []byte("/*")):
		if end = bytes.Index(text[2:], []byte("*/")); end >= 0 {
			end += 4
		}
	case text[0] == '/':
		return 1
	default:
		return quoted(text)
	}
	if end < 0 {
		return len(text)
	}
	return max(end, 1)
}

// quoted returns the length of a string literal, which ends with its line.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0], '\n':
			return i + 1
		}
	}
	return len(text)
}
