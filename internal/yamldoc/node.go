package yamldoc

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/evctl/evctl"
)

// Position returns the place of the value that a path of keys (string) and
// indexes (int) leads to, or of the nearest parent that exists. A key's value
// stands at the key, so that a missing part points at what should hold it.
func (d *Document) Position(path ...any) evctl.Position {
	if d.root == nil {
		return evctl.Position{File: d.File}
	}
	node, at := d.root, start(d.root)
	for _, step := range path {
		next, tok := child(node, step)
		if next == nil {
			break
		}
		node, at = next, tok
	}
	return d.position(at)
}

func child(node ast.Node, step any) (ast.Node, *token.Token) {
	node = bare(node)
	switch step := step.(type) {
	case string:
		entries, _ := entriesOf(node)
		for _, entry := range entries {
			if tok := entry.Key.GetToken(); tok.Value == step {
				return entry.Value, tok
			}
		}
	case int:
		if seq, ok := node.(*ast.SequenceNode); ok && step >= 0 && step < len(seq.Values) {
			return seq.Values[step], start(seq.Values[step])
		}
	}
	return nil, nil
}

// bare strips anchors and tags.
func bare(node ast.Node) ast.Node {
	for {
		switch n := node.(type) {
		case *ast.AnchorNode:
			node = n.Value
		case *ast.TagNode:
			node = n.Value
		default:
			return node
		}
	}
}

func entriesOf(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := bare(node).(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

// start returns the first token of a value: a block mapping's own token is the
// colon after its first key.
func start(node ast.Node) *token.Token {
	if entries, ok := entriesOf(node); ok && len(entries) > 0 && node.GetToken().Type != token.MappingStartType {
		return entries[0].Key.GetToken()
	}
	return node.GetToken()
}

func kindOf(node ast.Node) string {
	switch n := bare(node).(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode, *ast.LiteralNode:
		return "a string"
	case *ast.IntegerNode:
		return "an integer"
	default:
		return strings.ToLower(n.Type().YAMLName())
	}
}
