package protobuf

import (
	"bytes"
	"sort"

	"github.com/bufbuild/protocompile/ast"

	"github.com/evctl/evctl"
)

// A source is a text, and what the compiler is given of it: comments, which
// are most of many files, and blanks become one blank each.
type source struct {
	text   []byte
	bare   []byte
	shifts []shift // ascending
	lines  []int   // where each line of text starts
}

// From offset bare on, what the compiler is given stands at offset text in the
// text.
type shift struct{ bare, text int }

func newSource(text []byte) *source {
	s := &source{text: text, bare: make([]byte, 0, len(text)/2), lines: []int{0}}
	for i := 0; i < len(text); {
		n := gap(text[i:])
		if n == 0 {
			n = token(text[i:])
			s.bare = append(s.bare, text[i:i+n]...)
			i += n
			continue
		}
		blank := byte(' ')
		for at, c := range text[i : i+n] {
			if c == '\n' {
				blank = '\n'
				s.lines = append(s.lines, i+at+1)
			}
		}
		i += n
		s.bare = append(s.bare, blank)
		s.shifts = append(s.shifts, shift{len(s.bare), i})
	}
	return s
}

// gap returns the length of the blanks and comments that a text starts with.
func gap(text []byte) int {
	n := 0
	for n < len(text) {
		rest := text[n:]
		switch {
		case isBlank(rest[0]):
			n++
		case bytes.HasPrefix(rest, []byte("//")):
			n += skipped(rest)
		case bytes.HasPrefix(rest, []byte("/*")) && bytes.Contains(rest[2:], []byte("*/")):
			n += skipped(rest)
		default:
			return n
		}
	}
	return n
}

// token returns the length of what comes before the next gap; a string ends at
// its line, and a comment that does not end is not one.
func token(text []byte) int {
	switch {
	case text[0] == '"' || text[0] == '\'':
		n := quoted(text)
		return n - len(text[:n]) + len(bytes.TrimRight(text[:n], "\n"))
	case bytes.HasPrefix(text, []byte("/*")):
		return len(text)
	}
	n := 1
	for n < len(text) && !isBlank(text[n]) && text[n] != '/' && text[n] != '"' && text[n] != '\'' {
		n++
	}
	return n
}

// position turns places of the compiler into a Position without a file.
func (s *source) position(start, end ast.SourcePos) evctl.Position {
	var p evctl.Position
	p.Line, p.Column = s.at(s.original(start.Offset))
	p.EndLine, p.EndColumn = s.at(s.original(end.Offset))
	p.EndColumn++ // end.Offset is that of the last byte
	return p
}

// original turns an offset in what the compiler is given into one in the text.
func (s *source) original(at int) int {
	if i := sort.Search(len(s.shifts), func(i int) bool { return s.shifts[i].bare > at }); i > 0 {
		at += s.shifts[i-1].text - s.shifts[i-1].bare
	}
	return min(at, len(s.text))
}

// at returns line and column of an offset, the column in bytes, both from 1.
func (s *source) at(offset int) (line, column int) {
	line = sort.SearchInts(s.lines, offset+1)
	return line, offset - s.lines[line-1] + 1
}
