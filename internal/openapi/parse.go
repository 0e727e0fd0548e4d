package openapi

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/evctl/evctl"
)

// Parse reads a document. The error is an [*Error].
func Parse(file string, text []byte) (*Document, error) {
	r := &reader{file: file, text: bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), left: MaxSteps, index: map[*yaml.Node]map[string]*yaml.Node{}}
	if len(text) > MaxBytes {
		return nil, r.errorAt(nil, "%d bytes are over the limit of %d for one OpenAPI document", len(text), MaxBytes)
	}
	if !utf8.Valid(text) {
		return nil, r.errorAt(nil, "found invalid UTF-8")
	}
	var root yaml.Node
	if err := yaml.Unmarshal(r.text, &root); err != nil {
		return nil, r.syntax(err)
	}
	if len(root.Content) == 0 {
		return nil, r.errorAt(nil, "found nothing, want an OpenAPI document")
	}
	r.lines = bytes.SplitAfter(r.text, []byte("\n"))
	r.root = root.Content[0]
	if err := r.check(r.root, 0); err != nil {
		return nil, err
	}
	version, err := r.version()
	if err != nil {
		return nil, err
	}
	operations, err := r.operations()
	if err != nil {
		return nil, err
	}
	return &Document{File: file, Version: version, Operations: operations}, nil
}

// reader walks one document.
type reader struct {
	file  string
	text  []byte
	lines [][]byte
	root  *yaml.Node
	left  int // steps
	index map[*yaml.Node]map[string]*yaml.Node
}

func (r *reader) version() (string, error) {
	if r.root.Kind != yaml.MappingNode {
		return "", r.errorAt(r.root, "want a mapping with the key openapi")
	}
	version := member(r.root, "openapi")
	known := regexp.MustCompile(`^3\.[01](\.[0-9]+)?$`)
	switch {
	case version == nil && member(r.root, "swagger") != nil:
		return "", r.errorAt(keyOf(r.root, "swagger"), "Swagger 2.0, want OpenAPI 3.0 or 3.1")
	case version == nil:
		return "", r.errorAt(r.root, "no key openapi, want one with 3.0 or 3.1")
	case !known.MatchString(version.Value):
		return "", r.errorAt(version, "OpenAPI version %q, want 3.0 or 3.1", version.Value)
	}
	return version.Value, nil
}

// check refuses what would make later walks unbounded, and keys that stand
// twice, which the parser leaves in place.
func (r *reader) check(node *yaml.Node, depth int) error {
	if r.left--; r.left < 0 {
		return r.errorAt(node, "aliases expand to more than the limit of %d values", MaxSteps)
	}
	if depth > MaxDepth {
		return r.errorAt(node, "nested deeper than the limit of %d", MaxDepth)
	}
	if node.Kind == yaml.AliasNode {
		return r.check(node.Alias, depth+1)
	}
	seen := map[string]int{}
	for i, child := range node.Content {
		if node.Kind == yaml.MappingNode && i%2 == 0 {
			if line, twice := seen[child.Value]; twice && child.Value != "<<" {
				return r.errorAt(child, "key %q stands twice, first in line %d", child.Value, line)
			}
			seen[child.Value] = child.Line
		}
		if err := r.check(child, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// syntax gives an error of the parser its place.
func (r *reader) syntax(err error) error {
	text := err.Error()
	out := &Error{Position: evctl.Position{File: r.file}, Message: strings.TrimPrefix(text, "yaml: ")}
	lineOf := regexp.MustCompile(`^(?:yaml: )?(?:unmarshal errors:\s*)?line ([0-9]+): `)
	if m := lineOf.FindStringSubmatch(text); m != nil {
		out.Position.Line, _ = strconv.Atoi(m[1]) // digits
		out.Position.Column = 1
		out.Message = text[len(m[0]):]
	}
	return out
}

func (r *reader) errorAt(node *yaml.Node, message string, args ...any) error {
	return &Error{r.position(node), fmt.Sprintf(message, args...)}
}

// maxColumn is the last column that position converts. Documents with longer
// lines are written by machines, and all their values stand in one.
const maxColumn = 1000

// position counts columns in bytes, up to maxColumn; the parser counts them in
// runes.
func (r *reader) position(node *yaml.Node) evctl.Position {
	if node == nil || node.Line == 0 {
		return evctl.Position{File: r.file, Line: 1, Column: 1}
	}
	p := evctl.Position{File: r.file, Line: node.Line, Column: node.Column}
	if node.Line > len(r.lines) || node.Column > maxColumn {
		return p
	}
	line := r.lines[node.Line-1]
	rest := line
	for range node.Column - 1 {
		_, size := utf8.DecodeRune(rest)
		rest = rest[size:]
	}
	p.Column = len(line) - len(rest) + 1
	return p
}
