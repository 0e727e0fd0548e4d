// Package yamldoc reads YAML files that people write (configuration, subject
// settings, contracts, exceptions) strictly and keeps positions.
//
// Call [Decode] to fill a struct; unknown and duplicate keys are errors with
// the nearest known key. Call [Parse] first, and [Document.Decode] and
// [Document.Position] later, where a value is to be judged after it was read.
// Hostile documents meet limits on size, nesting and alias expansion. The
// package is not for JSON (see jsondoc), and writes nothing.
package yamldoc

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/evctl/evctl"
)

// A Document is a parsed YAML text: one document, or none.
type Document struct {
	File string
	Text []byte
	// Extensions lets keys that begin with x- stand where a struct knows none.
	Extensions bool

	root     ast.Node // nil if the text holds only comments
	lines    []int    // where each line of Text starts, from the first
	from, to int      // the part of Text that is this document
	above    int      // lines of Text before it
	aliases  map[*ast.AliasNode]ast.Node
}

// An Error is a text that is not the YAML expected of it.
type Error struct {
	Position evctl.Position
	Message  string // what was found and what was expected
}

func (e *Error) Error() string { return e.Position.String() + ": " + e.Message }

// Decode reads text into the value that into points to. Keys are those of the
// struct's yaml tags. An empty text changes nothing. The error is an [*Error].
func Decode(file string, text []byte, into any) error {
	doc, err := Parse(file, text)
	if err != nil {
		return err
	}
	return doc.Decode(into)
}

// Parse reads one YAML document. The error is an [*Error].
func Parse(file string, text []byte) (*Document, error) {
	docs, err := ParseAll(file, text)
	switch {
	case err != nil:
		return nil, err
	case len(docs) > 1:
		return nil, docs[1].errorAt(start(docs[1].root), "found a second document, want one")
	case len(docs) == 0:
		return &Document{File: file, Text: text}, nil
	}
	return docs[0], nil
}

// ParseAll reads the YAML documents of a text, without those that are empty.
// The error is an [*Error].
func ParseAll(file string, text []byte) (docs []*Document, err error) {
	whole := &Document{File: file, Text: bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))}
	if err := whole.checkBytes(); err != nil {
		return nil, err
	}
	whole.Text = bytes.ReplaceAll(whole.Text, []byte("\r\n"), []byte("\n")) // the lexer counts a comment's CRLF twice
	whole.lines = lineStarts(whole.Text)
	left := MaxNodes
	for _, d := range whole.split() {
		if err := d.parse(); err != nil {
			return nil, err
		}
		if d.root == nil {
			continue
		}
		if left, err = d.checkExpansion(left); err != nil {
			return nil, err
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// split cuts the text before each line that starts a document. The parser would
// do so itself, but drops what follows a document that is empty.
func (d *Document) split() []*Document {
	var out []*Document
	begin := 0
	for i := 1; i <= len(d.lines); i++ {
		if i < len(d.lines) && !startsDocument(d.line(i+1)) {
			continue
		}
		one := *d
		one.from, one.to, one.above = d.lines[begin], d.end(i), begin
		one.aliases = map[*ast.AliasNode]ast.Node{}
		out = append(out, &one)
		begin = i
	}
	return out
}

func startsDocument(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("---"))
	return ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t')
}

// parse sets the root, if the document has one.
func (d *Document) parse() (err error) {
	defer d.recovered(&err)
	tokens := lexer.Tokenize(string(d.Text[d.from:d.to]))
	if err := d.checkNesting(tokens); err != nil {
		return err
	}
	tree, err := parser.Parse(tokens, 0)
	if err != nil {
		return d.wrap(err)
	}
	for _, document := range tree.Docs {
		if document.Body == nil || document.Body.Type() == ast.CommentType || document.Body.Type() == ast.NullType {
			continue
		}
		if d.root != nil { // after an end marker
			return d.errorAt(start(document.Body), "found a second document, want --- before it")
		}
		d.root = document.Body
	}
	return nil
}

func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, b := range text {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func (d *Document) checkBytes() error {
	switch {
	case len(d.Text) > MaxBytes:
		return &Error{evctl.Position{File: d.File}, fmt.Sprintf("%d bytes are over the limit of %d for one YAML file", len(d.Text), MaxBytes)}
	case !utf8.Valid(d.Text):
		return d.errorAtByte(validPrefix(d.Text), "found invalid UTF-8")
	}
	if at := bytes.IndexByte(d.Text, 0); at >= 0 {
		return d.errorAtByte(at, "found a NUL byte")
	}
	return nil
}

func validPrefix(text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return at
}

// recovered turns a panic of the parser into an error of its input.
func (d *Document) recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = &Error{evctl.Position{File: d.File}, fmt.Sprintf("the YAML parser gives up on this text (%v)", cause)}
	}
}

func (d *Document) errorAtByte(offset int, message string) *Error {
	before := d.Text[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return &Error{evctl.Position{File: d.File, Line: bytes.Count(before, []byte("\n")) + 1, Column: offset - start + 1}, message}
}

func (d *Document) errorAt(tok *token.Token, format string, args ...any) *Error {
	return &Error{d.position(tok), fmt.Sprintf(format, args...)}
}

// maxColumn is the last column that position converts. Documents with longer
// lines are written by machines, and all their values stand in one.
const maxColumn = 10_000

// position counts columns in bytes, up to maxColumn; the lexer counts them in
// runes.
func (d *Document) position(tok *token.Token) evctl.Position {
	if tok == nil || tok.Position == nil {
		return evctl.Position{File: d.File}
	}
	line, column := d.above+max(tok.Position.Line, 1), 1
	if tok.Position.Column > maxColumn {
		return evctl.Position{File: d.File, Line: line, Column: tok.Position.Column}
	}
	rest := d.line(line)
	for range tok.Position.Column - 1 {
		_, size := utf8.DecodeRune(rest)
		rest, column = rest[size:], column+size
	}
	width := len(strings.TrimRight(tok.Value, "\r\n"))
	if strings.ContainsAny(tok.Value, "\n") || width > len(rest) {
		width = len(rest)
	}
	return evctl.Position{File: d.File, Line: line, Column: column, EndLine: line, EndColumn: column + width}
}

// line returns a line of the text without its end.
func (d *Document) line(number int) []byte {
	if number > len(d.lines) {
		return nil
	}
	return bytes.TrimRight(d.Text[d.lines[number-1]:d.end(number)], "\r\n")
}

// end is where a line ends, its line feed included.
func (d *Document) end(number int) int {
	if number < len(d.lines) {
		return d.lines[number]
	}
	return len(d.Text)
}
