package yamldoc

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Limits of a document from outside.
const (
	MaxBytes = 1 << 20 // bytes of one file
	MaxDepth = 100     // nested sequences and mappings
	MaxNodes = 200_000 // values, each alias counted as what it stands for
)

// checkNesting bounds what the parser would recurse into, before it does.
func (d *Document) checkNesting(tokens token.Tokens) error {
	flow, line, opened := 0, 0, 0
	for _, tok := range tokens {
		if tok.Position.Line != line {
			line, opened = tok.Position.Line, 0
		}
		switch tok.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType, token.MappingKeyType, token.TagType, token.AnchorType:
			opened++
		}
		if flow > MaxDepth || opened > MaxDepth {
			return d.errorAt(tok, "nested deeper than the limit of %d", MaxDepth)
		}
	}
	return nil
}

// checkExpansion counts the values that decoding would make, and returns how
// many more there may be.
func (d *Document) checkExpansion(left int) (int, error) {
	e := expansion{doc: d, anchors: map[string]ast.Node{}, left: left}
	if err := e.visit(d.root, 0); err != nil {
		return 0, err
	}
	return e.left, nil
}

type expansion struct {
	doc     *Document
	anchors map[string]ast.Node
	left    int
}

func (e *expansion) visit(node ast.Node, depth int) *Error {
	if node == nil {
		return nil
	}
	if e.left--; e.left < 0 {
		return e.doc.errorAt(node.GetToken(), "aliases expand to more than the limit of %d values", MaxNodes)
	}
	if depth > MaxDepth {
		return e.doc.errorAt(node.GetToken(), "nested deeper than the limit of %d", MaxDepth)
	}
	switch n := node.(type) {
	case *ast.AnchorNode:
		e.anchors[n.Name.GetToken().Value] = n.Value
		return e.visit(n.Value, depth)
	case *ast.AliasNode:
		name := n.Value.GetToken()
		target, known := e.anchors[name.Value]
		if !known {
			return e.doc.errorAt(name, "alias of an anchor %q that is not defined above", name.Value)
		}
		e.doc.aliases[n] = target
		if err := e.visit(target, depth+1); err != nil {
			err.Position = e.doc.position(n.GetToken())
			return err
		}
	case *ast.TagNode:
		return e.visit(n.Value, depth)
	case *ast.MappingNode:
		for _, value := range n.Values {
			if err := e.visit(value.Value, depth+1); err != nil {
				return err
			}
		}
	case *ast.MappingValueNode:
		return e.visit(n.Value, depth+1)
	case *ast.SequenceNode:
		for _, value := range n.Values {
			if err := e.visit(value, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}
