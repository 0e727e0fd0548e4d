package protobuf

import (
	"bytes"

	"github.com/bufbuild/protocompile/ast"

	"github.com/evctl/evctl"
)

// A source is a text that positions point into.
type source struct{ text []byte }

// position turns places of the compiler into a Position without a file.
func (s source) position(start, end ast.SourcePos) evctl.Position {
	return evctl.Position{Line: start.Line, Column: s.column(start),
		EndLine: end.Line, EndColumn: s.column(end) + 1} // end.Offset is that of the last byte
}

// column returns a column in bytes, from 1. The compiler's own counts
// characters and lets a tab run to the next multiple of eight.
func (s source) column(pos ast.SourcePos) int {
	before := s.text[:min(pos.Offset, len(s.text))]
	return len(before) - bytes.LastIndexByte(before, '\n')
}
