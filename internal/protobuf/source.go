package protobuf

import (
	"bytes"

	"github.com/bufbuild/protocompile/ast"

	"github.com/evctl/evctl"
)

// sources maps the compiler's file names to the texts behind them.
type sources map[string]*source

type source struct {
	file string // for positions
	text []byte
}

// position turns places of the compiler into a Position. The zero Position
// stands for files that are not ours.
func (s sources) position(name string, start, end ast.SourcePos) evctl.Position {
	src, ok := s[name]
	if !ok {
		return evctl.Position{}
	}
	return evctl.Position{File: src.file, Line: start.Line, Column: src.column(start),
		EndLine: end.Line, EndColumn: src.column(end) + 1} // end.Offset is that of the last byte
}

// column returns a column in bytes, from 1. The compiler's own counts
// characters and lets a tab run to the next multiple of eight.
func (s *source) column(pos ast.SourcePos) int {
	before := s.text[:min(pos.Offset, len(s.text))]
	return len(before) - bytes.LastIndexByte(before, '\n')
}
