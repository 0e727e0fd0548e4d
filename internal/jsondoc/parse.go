// Package jsondoc reads JSON strictly and keeps positions: every node knows the
// bytes it came from, numbers keep their literal, members their order.
//
// Call [Parse], walk the [Node] tree, and turn offsets into lines with
// [Document.Position]. Duplicate names, invalid UTF-8, trailing data, and text
// beyond the limits are errors of type [*Error]. The package knows nothing of
// JSON Schema.
package jsondoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/evctl/evctl"
)

// Limits of a document from outside.
const (
	MaxBytes = 16 << 20 // bytes of one document
	MaxDepth = 500      // nested arrays and objects
)

// A Document is a parsed text.
type Document struct {
	File string
	Text []byte
	Root *Node

	once  sync.Once
	lines []int // offsets of line starts, made on first use by Position
}

// An Error is a text that is not JSON, or is over a limit.
type Error struct {
	Position evctl.Position
	Message  string // what was found and what was expected
}

func (e *Error) Error() string { return e.Position.String() + ": " + e.Message }

var bom = []byte("\xef\xbb\xbf")

// Parse reads one JSON text of at most MaxBytes and MaxDepth.
func Parse(file string, text []byte) (*Document, error) {
	d := &Document{File: file, Text: text}
	if len(text) > MaxBytes {
		return nil, &Error{evctl.Position{File: file}, fmt.Sprintf("%d bytes are over the limit of %d for one JSON document", len(text), MaxBytes)}
	}
	if bytes.HasPrefix(text, bom) {
		return nil, d.errorAt(0, "found a byte order mark, want JSON: save the file as UTF-8 without BOM")
	}
	if d.Root = scan(text); d.Root != nil {
		return d, nil
	}
	var err error
	if d.Root, err = decode(d); err != nil {
		return nil, err
	}
	return d, nil
}

// decode reads the document's text with a decoder that says what is wrong, and
// where, in what scan would not read.
func decode(d *Document) (*Node, error) {
	p := parser{doc: d, dec: jsontext.NewDecoder(bytes.NewBuffer(d.Text))}
	root, err := p.value(0)
	if err != nil {
		return nil, p.wrap(err)
	}
	if _, err := p.dec.ReadToken(); err != io.EOF {
		return nil, d.errorAt(d.skipSpace(root.End), "found more text after the end of the document: want one JSON value")
	}
	return root, nil
}

type parser struct {
	doc *Document
	dec *jsontext.Decoder
}

func (p *parser) value(depth int) (*Node, error) {
	if depth > MaxDepth {
		return nil, p.doc.errorAt(int(p.dec.InputOffset()), fmt.Sprintf("nested deeper than the limit of %d", MaxDepth))
	}
	tok, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	n := &Node{End: int(p.dec.InputOffset())}
	switch tok.Kind() {
	case 'n':
		n.Kind, n.Start = Null, n.End-len("null")
	case 't', 'f':
		n.Kind, n.Bool = Bool, tok.Bool()
		n.Start = n.End - len(tok.String())
	case '0':
		n.Kind, n.Text = Number, tok.String()
		n.Start = n.End - len(n.Text)
	case '"':
		n.Kind, n.Text = String, tok.String()
		n.Start = p.doc.stringStart(n.End)
	case '[':
		n.Kind, n.Start = Array, n.End-1
		err = p.items(n, depth)
	case '{':
		n.Kind, n.Start = Object, n.End-1
		err = p.members(n, depth)
	default: // a closing bracket: the callers look before they read
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (p *parser) items(n *Node, depth int) error {
	for p.dec.PeekKind() != ']' {
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, item)
	}
	_, err := p.dec.ReadToken()
	n.End = int(p.dec.InputOffset())
	return err
}

func (p *parser) members(n *Node, depth int) error {
	for p.dec.PeekKind() != '}' {
		name, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.Members = append(n.Members, Member{Name: name.Text, Value: value})
	}
	n.indexed()
	_, err := p.dec.ReadToken()
	n.End = int(p.dec.InputOffset())
	return err
}

// wrap gives an error of the decoder its position.
func (p *parser) wrap(err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		message := "invalid JSON"
		if syntactic.Err != nil {
			message = syntactic.Err.Error()
		}
		if syntactic.JSONPointer != "" {
			message += fmt.Sprintf(" (at %s)", syntactic.JSONPointer)
		}
		return p.doc.errorAt(p.doc.skipSpace(int(syntactic.ByteOffset)), message)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return p.doc.errorAt(len(p.doc.Text), "the text ends before the JSON value does")
	}
	return p.doc.errorAt(int(p.dec.InputOffset()), err.Error())
}
