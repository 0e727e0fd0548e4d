package protobuf

import (
	"bytes"
	"unicode/utf8"

	"github.com/evctl/evctl"
)

// sources maps the compiler's file names to the texts behind them.
type sources map[string]*source

type source struct {
	file  string // for positions
	lines [][]byte
}

func newSource(file string, text []byte) *source {
	return &source{file: file, lines: bytes.Split(text, []byte("\n"))}
}

// position turns lines and columns of the compiler, from 1, into a Position.
// The zero Position stands for files that are not ours.
func (s sources) position(name string, line, col, endLine, endCol int) evctl.Position {
	src, ok := s[name]
	if !ok {
		return evctl.Position{}
	}
	return evctl.Position{File: src.file, Line: line, Column: src.column(line, col),
		EndLine: endLine, EndColumn: src.column(endLine, endCol)}
}

// column turns the compiler's column, which counts characters and lets a tab
// run to the next multiple of eight, into one of bytes. Both count from 1.
func (s *source) column(line, col int) int {
	if line < 1 || line > len(s.lines) {
		return col
	}
	text := s.lines[line-1]
	seen := 0
	for i, b := range text {
		switch {
		case b == '\t':
			seen += 8 - seen%8
		case utf8.RuneStart(b):
			seen++
		}
		if seen >= col {
			return i + 1
		}
	}
	return len(text) + 1
}
