package evctl

import "fmt"

// A Position is a range in a file. Lines and columns count from 1, columns in
// bytes. The zero value means that the place is not known; a Position with a
// File and no Line speaks of the whole file.
type Position struct {
	File      string `json:"file,omitempty"` // slash-separated, relative to the repository's root
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"` // the column after the last byte
}

// String returns file:line:col, as far as known.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	return compareAll(
		compare(p.File, q.File), compare(p.Line, q.Line), compare(p.Column, q.Column))
}
