package jsondoc

import (
	"bytes"
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"github.com/evctl/evctl"
)

// Kind is the JSON type of a node.
type Kind byte

// The kinds.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// A Node is one JSON value. Start and End are byte offsets in the document.
type Node struct {
	Kind       Kind
	Bool       bool
	Start, End int
	Text       string // a string's value, or a number's literal
	Items      []*Node
	Members    []Member // in the order of the text; names are distinct

	index *index // of Members, if they are many
}

// A Member is one name and its value. [Document.Key] tells where the name stands.
type Member struct {
	Name  string
	Value *Node
}

// Get returns the value of the named member, or nil.
func (n *Node) Get(name string) *Node {
	if m := n.Member(name); m != nil {
		return m.Value
	}
	return nil
}

// TextOf returns the named member if it is a string, else "".
func (n *Node) TextOf(name string) string {
	if v := n.Get(name); v != nil && v.Kind == String {
		return v.Text
	}
	return ""
}

// ItemsOf returns those of the named member if it is an array, else none.
func (n *Node) ItemsOf(name string) []*Node {
	if v := n.Get(name); v != nil {
		return v.Items
	}
	return nil
}

// Member returns the named member, or nil; n may be nil or no object.
func (n *Node) Member(name string) *Member {
	if n == nil {
		return nil
	}
	if n.index.of(n.Members) {
		return n.index.member(name)
	}
	for i := range n.Members {
		if n.Members[i].Name == name {
			return &n.Members[i]
		}
	}
	return nil
}

// At follows a JSON pointer (RFC 6901) as far as it leads. It returns the last
// node reached, and whether that is the whole way.
func (n *Node) At(pointer string) (*Node, bool) {
	if pointer == "" {
		return n, true
	}
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		next := n.child(UnescapePointer(token))
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

func (n *Node) child(token string) *Node {
	if n.Kind != Array {
		return n.Get(token)
	}
	i := 0
	for _, c := range []byte(token) {
		if c < '0' || c > '9' || i >= len(n.Items) {
			return nil
		}
		i = i*10 + int(c-'0')
	}
	if token == "" || i >= len(n.Items) {
		return nil
	}
	return n.Items[i]
}

// EscapePointer escapes one reference token of a JSON pointer.
func EscapePointer(token string) string {
	if strings.IndexByte(token, '~') < 0 && strings.IndexByte(token, '/') < 0 {
		return token
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}

// UnescapePointer is the inverse of EscapePointer.
func UnescapePointer(token string) string {
	if strings.IndexByte(token, '~') < 0 {
		return token
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// Position turns a range of offsets into lines and columns.
func (d *Document) Position(start, end int) evctl.Position {
	d.once.Do(d.findLines)
	line, column := d.locate(start)
	endLine, endColumn := d.locate(end)
	return evctl.Position{File: d.File, Line: line, Column: column, EndLine: endLine, EndColumn: endColumn}
}

func (d *Document) findLines() {
	d.lines = []int{0}
	for i, c := range d.Text {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
}

// PositionOf returns the place of the value that the pointer leads to, or of
// the nearest parent that exists.
func (d *Document) PositionOf(pointer string) evctl.Position {
	n, _ := d.Root.At(pointer)
	return d.Position(n.Start, n.End)
}

func (d *Document) locate(offset int) (line, column int) {
	offset = min(max(offset, 0), len(d.Text))
	line = sort.SearchInts(d.lines, offset+1)
	return line, offset - d.lines[line-1] + 1
}

func (d *Document) errorAt(offset int, message string) *Error {
	return &Error{Position: d.Position(offset, offset+1), Message: message}
}

func (d *Document) skipSpace(offset int) int {
	rest := d.Text[min(offset, len(d.Text)):]
	return offset + len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
}

// Key returns a member's name, with its place, as a node of its own. The member
// is one of the document's.
func (d *Document) Key(m Member) *Node {
	before := bytes.TrimRight(d.Text[:m.Value.Start], " \t\r\n") // which ends with the colon
	end := len(bytes.TrimRight(before[:len(before)-1], " \t\r\n"))
	return &Node{Kind: String, Start: d.stringStart(end), End: end, Text: m.Name}
}

// stringStart finds the opening quote of the string literal that ends at end.
func (d *Document) stringStart(end int) int {
	for i := end - 2; ; i-- {
		if d.Text[i] != '"' {
			continue
		}
		escapes := 0
		for i-escapes > 0 && d.Text[i-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i
		}
	}
}

// Canonical returns the node as compact JSON with sorted names: two texts with
// the same canonical form say the same, whatever their spacing and order.
func (n *Node) Canonical() []byte { return n.append(nil) }

func (n *Node) append(b []byte) []byte {
	switch n.Kind {
	case Null:
		return append(b, "null"...)
	case Bool:
		if n.Bool {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case Number:
		return append(b, n.Text...)
	case String:
		return AppendString(b, n.Text)
	case Array:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = item.append(b)
		}
		return append(b, ']')
	}
	members := slices.SortedFunc(slices.Values(n.Members), func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	b = append(b, '{')
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, m.Name), ':')
		b = m.Value.append(b)
	}
	return append(b, '}')
}

// AppendString appends a string as JSON.
func AppendString(b []byte, s string) []byte {
	if isPlain(s) {
		b = append(b, '"')
		b = append(b, s...)
		return append(b, '"')
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always encodes
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// isPlain reports whether a string is written in JSON as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
