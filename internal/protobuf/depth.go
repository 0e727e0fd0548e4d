package protobuf

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/evctl/evctl"
)

// unfit returns what the compiler must not see: it recurses without a limit of
// its own, and bytes that are not UTF-8 make it panic.
func unfit(text []byte) (Problem, bool) {
	if line, over := tooDeep(text); over {
		return Problem{Position: evctl.Position{Line: line, Column: 1},
			Message: fmt.Sprintf("nesting is over the limit of %d levels", MaxDepth)}, true
	}
	if utf8.Valid(text) {
		return Problem{}, false
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) {
			valid := bytes.ToValidUTF8(line, []byte{0})
			return Problem{Position: evctl.Position{Line: i + 1, Column: bytes.IndexByte(append(valid, 0), 0) + 1},
				Message: "not UTF-8"}, true
		}
	}
	return Problem{}, false
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
