package jsondoc

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scan reads a text that is plainly JSON, without an error to word: it returns
// nil at the first doubt, and the caller asks the decoder. Nodes and members
// are allocated by the hundred, strings without escapes not at all.
func scan(text []byte) *Node {
	if !utf8.Valid(text) {
		return nil
	}
	s := scanner{text: string(text)}
	s.space()
	root := s.value(0)
	if s.space(); root == nil || s.at != len(s.text) {
		return nil
	}
	return root
}

type scanner struct {
	text    string
	at      int
	nodes   []Node   // not used yet
	members []Member // not used yet

	openItems   []*Node // of the arrays that are being read
	openMembers []Member
}

// block is the number of nodes or members that are allocated at once.
const block = 128

func (s *scanner) node(kind Kind, start int) *Node {
	if len(s.nodes) == 0 {
		s.nodes = make([]Node, min(block, 4+(len(s.text)-start)/24))
	}
	n := &s.nodes[0]
	s.nodes = s.nodes[1:]
	n.Kind, n.Start = kind, start
	return n
}

// peek returns the next byte, or 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) space() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\n' || s.text[s.at] == '\r' || s.text[s.at] == '\t') {
		s.at++
	}
}

// take reads the byte, if it is the next one.
func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

func (s *scanner) value(depth int) *Node {
	if depth > MaxDepth {
		return nil
	}
	start := s.at
	switch c := s.peek(); c {
	case '{':
		return s.object(depth)
	case '[':
		return s.array(depth)
	case '"':
		return s.string()
	case 'n':
		return s.literal("null", Null, start)
	case 't':
		n := s.literal("true", Bool, start)
		if n != nil {
			n.Bool = true
		}
		return n
	case 'f':
		return s.literal("false", Bool, start)
	}
	return s.number()
}

func (s *scanner) literal(word string, kind Kind, start int) *Node {
	if len(s.text)-start < len(word) || s.text[start:start+len(word)] != word {
		return nil
	}
	s.at += len(word)
	n := s.node(kind, start)
	n.End = s.at
	return n
}

func (s *scanner) digits() bool {
	start := s.at
	for s.at < len(s.text) && s.text[s.at]-'0' <= 9 {
		s.at++
	}
	return s.at > start
}

func (s *scanner) number() *Node {
	start := s.at
	s.take('-')
	if !s.take('0') && !s.digits() {
		return nil
	}
	if s.take('.') && !s.digits() {
		return nil
	}
	if s.take('e') || s.take('E') {
		if !s.take('+') {
			s.take('-')
		}
		if !s.digits() {
			return nil
		}
	}
	n := s.node(Number, start)
	n.Text, n.End = s.text[start:s.at], s.at
	return n
}

func (s *scanner) array(depth int) *Node {
	n := s.node(Array, s.at)
	s.at++
	s.space()
	first := len(s.openItems)
	for more := s.peek() != ']'; more; {
		item := s.value(depth + 1)
		if item == nil {
			return nil
		}
		s.openItems = append(s.openItems, item)
		s.space()
		if more = s.take(','); more {
			s.space()
		}
	}
	if !s.take(']') {
		return nil
	}
	if items := s.openItems[first:]; len(items) > 0 {
		n.Items = append(make([]*Node, 0, len(items)), items...)
		s.openItems = s.openItems[:first]
	}
	n.End = s.at
	return n
}

func (s *scanner) object(depth int) *Node {
	n := s.node(Object, s.at)
	s.at++
	s.space()
	first := len(s.openMembers)
	for more := s.peek() != '}'; more; {
		if !s.member(depth) {
			return nil
		}
		if more = s.take(','); more {
			s.space()
		}
	}
	if !s.take('}') {
		return nil
	}
	n.Members = s.keep(s.openMembers[first:])
	s.openMembers = s.openMembers[:first]
	n.index = newIndex(n.Members)
	n.End = s.at
	if !n.distinct() {
		return nil
	}
	return n
}

func (s *scanner) member(depth int) bool {
	if depth == MaxDepth || s.peek() != '"' {
		return false
	}
	name := s.string()
	if name == nil {
		return false
	}
	s.space()
	if !s.take(':') {
		return false
	}
	s.space()
	value := s.value(depth + 1)
	if value == nil {
		return false
	}
	s.openMembers = append(s.openMembers, Member{Name: name.Text, Key: name, Value: value})
	s.space()
	return true
}

// keep copies the members of a finished object.
func (s *scanner) keep(members []Member) []Member {
	n := len(members)
	if n == 0 {
		return nil
	}
	if len(s.members) < n {
		s.members = make([]Member, max(n, min(block, 2+(len(s.text)-s.at)/64)))
	}
	kept := s.members[:n:n]
	s.members = s.members[n:]
	copy(kept, members)
	return kept
}

// distinct reports whether no two members have one name.
func (n *Node) distinct() bool {
	if n.index != nil {
		return len(n.index.at) == len(n.Members)
	}
	for i := range n.Members {
		for j := range i {
			if n.Members[i].Name == n.Members[j].Name {
				return false
			}
		}
	}
	return true
}

func (s *scanner) string() *Node {
	start := s.at
	for i := start + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			n := s.node(String, start)
			n.Text = s.text[start+1 : i]
			n.End = i + 1
			s.at = n.End
			return n
		case c == '\\':
			return s.escaped(start, i)
		case c < ' ':
			return nil
		}
	}
	return nil
}

// escaped reads a string whose first escape is at i.
func (s *scanner) escaped(start, i int) *Node {
	var text strings.Builder
	text.Grow(s.quoteAfter(i) - start)
	text.WriteString(s.text[start+1 : i])
	for i < len(s.text) {
		c := s.text[i]
		switch {
		case c == '"':
			n := s.node(String, start)
			n.Text, n.End = text.String(), i+1
			s.at = n.End
			return n
		case c < ' ':
			return nil
		case c != '\\':
			plain := i
			for i < len(s.text) && s.text[i] != '"' && s.text[i] != '\\' && s.text[i] >= ' ' {
				i++
			}
			text.WriteString(s.text[plain:i])
			continue
		}
		size := unescape(&text, s.text[i:])
		if size == 0 {
			return nil
		}
		i += size
	}
	return nil
}

// quoteAfter returns the offset of the quote that ends a string, given that of
// an escape in it.
func (s *scanner) quoteAfter(i int) int {
	for ; i < len(s.text) && s.text[i] != '"'; i++ {
		if s.text[i] == '\\' {
			i++
		}
	}
	return i
}

// unescape writes what the escape at the start of s stands for and returns the
// length of the escape, or 0 if it is none.
func unescape(text *strings.Builder, s string) int {
	if len(s) < 2 {
		return 0
	}
	if i := strings.IndexByte(`"\/bfnrt`, s[1]); i >= 0 {
		text.WriteByte("\"\\/\b\f\n\r\t"[i])
		return 2
	}
	high := codeUnit(s)
	if high >= 0 && !utf16.IsSurrogate(high) {
		text.WriteRune(high)
		return 6
	}
	if high >= 0 && len(s) >= 12 {
		if r := utf16.DecodeRune(high, codeUnit(s[6:])); r != utf8.RuneError {
			text.WriteRune(r)
			return 12
		}
	}
	return 0
}

// codeUnit reads the escape \uXXXX at the start of s; -1 if it is none.
func codeUnit(s string) rune {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range []byte(s[2:6]) {
		switch {
		case c-'0' <= 9:
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return r
}
