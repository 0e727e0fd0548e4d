package report

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"

	"github.com/evctl/evctl"
)

// excerpts reads lines of files, each file once.
type excerpts struct {
	source func(file string) ([]byte, error)
	files  map[string][][]byte
}

// line returns line number n of a file, without its end.
func (e *excerpts) line(file string, n int) (string, bool) {
	if e.source == nil || file == "" || n < 1 {
		return "", false
	}
	lines, ok := e.files[file]
	if !ok {
		text, err := e.source(file)
		if err == nil { // a file that is gone has no excerpt
			lines = bytes.Split(text, []byte("\n"))
		}
		if e.files == nil {
			e.files = map[string][][]byte{}
		}
		e.files[file] = lines
	}
	if n > len(lines) {
		return "", false
	}
	return string(bytes.TrimSuffix(lines[n-1], []byte("\r"))), true
}

// character turns a column counted in bytes into one counted in characters.
// Without the source they are the same.
func (e *excerpts) character(file string, n, column int) int {
	line, ok := e.line(file, n)
	if !ok || column < 1 || column-1 > len(line) {
		return column
	}
	return utf8.RuneCountInString(line[:column-1]) + 1
}

// Of a long line an excerpt shows this much around the column, in characters.
const (
	before = 40
	after  = 50
)

// at returns the line at a position, cut to a readable width, and marks that
// stand below the range. Tabs are shown as one space.
func (e *excerpts) at(p evctl.Position) (source, marks string, ok bool) {
	line, ok := e.line(p.File, p.Line)
	start := p.Column - 1
	if !ok || start < 0 || start > len(line) {
		return "", "", false
	}
	end := len(line)
	if p.EndLine == 0 || p.EndLine == p.Line {
		end = max(start, min(p.EndColumn-1, len(line)))
	}
	source, marks = window(line, start, end)
	return source, marks, true
}

// window cuts a line to what stands around a range of it, in bytes, and marks
// the range below.
func window(line string, start, end int) (source, marks string) {
	left, dotsLeft := tail(line[:start], before)
	middle, dotsMiddle := head(line[start:end], after)
	right, dotsRight := "", dotsMiddle
	if dotsMiddle == "" {
		right, dotsRight = head(line[end:], after-utf8.RuneCountInString(middle))
	}
	left, middle = dotsLeft+show(left), show(middle)
	marks = strings.Repeat(" ", lipgloss.Width(left)) + strings.Repeat("^", max(1, lipgloss.Width(middle)))
	return left + middle + show(right) + dotsRight, marks
}

func show(text string) string { return clean(strings.ReplaceAll(text, "\t", " ")) }

func head(text string, n int) (part, dots string) {
	for i := range text {
		if n--; n < 0 {
			return text[:i], "…"
		}
	}
	return text, ""
}

func tail(text string, n int) (part, dots string) {
	for i := len(text); i > 0; {
		if n--; n < 0 {
			return text[i:], "…"
		}
		_, size := utf8.DecodeLastRuneInString(text[:i])
		i -= size
	}
	return text, ""
}
