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
func unfit(text []byte) (Problem, bool) {
	if line, over := tooDeep(text); over {
		return Problem{Position: evctl.Position{Line: line, Column: 1},
			Message: fmt.Sprintf("nesting is over the limit of %d levels", MaxDepth)}, true
	}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(line) > MaxLine {
			return Problem{Position: evctl.Position{Line: number, Column: 1},
				Message: fmt.Sprintf("the line is over the limit of %d bytes", MaxLine)}, true
		}
		if !utf8.Valid(line) {
			return Problem{Position: evctl.Position{Line: number, Column: invalidAt(line) + 1}, Message: "not UTF-8"}, true
		}
	}
	return Problem{}, false
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

// tooDeep returns the line on which the text opens more than MaxDepth braces,
// brackets, parentheses or angle brackets. Comments and strings do not count.
func tooDeep(text []byte) (line int, over bool) {
	line = 1
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			line++
		case '{', '[', '(', '<':
			if depth++; depth > MaxDepth {
				return line, true
			}
		case '}', ']', ')', '>':
			depth = max(depth-1, 0)
		case '"', '\'', '/':
			skip := skipped(text[i:])
			line += bytes.Count(text[i:i+skip], []byte("\n"))
			i += skip - 1
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
