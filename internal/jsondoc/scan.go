package jsondoc

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scan reads a text that is plainly JSON, without an error to word: it returns
// nil at the first doubt, and the caller asks the decoder. Nodes, members and
// items are allocated by the hundred, strings without escapes not at all.
func scan(text []byte) *Node {
	if !utf8.Valid(text) {
		return nil
	}
	s := scanner{text: string(text), bytes: text}
	root, end := s.value(s.space(0), 0)
	if root == nil || s.space(end) != len(text) {
		return nil
	}
	return root
}

// A scanner's methods take the offset to read at and return the offset after
// what they have read; nil or false says that it is not what they read.
type scanner struct {
	text  string
	bytes []byte // the same text

	nodes   []Node
	used    int      // of nodes
	members []Member // not used yet
	items   []*Node  // not used yet

	openItems   []*Node // of the arrays that are being read
	openMembers []Member
	unescaped   []byte // what of the string has been read
}

// block is the largest number of nodes that are allocated at once.
const block = 256

// room returns how many of what takes so many bytes of text to allocate for
// the text from i on.
func (s *scanner) room(i, bytes int) int {
	return min(block, 2+(len(s.text)-i)/bytes)
}

func (s *scanner) node(kind Kind, start, end int) *Node {
	if s.used == len(s.nodes) {
		s.nodes, s.used = make([]Node, s.room(start, 32)), 0
	}
	n := &s.nodes[s.used]
	s.used++
	n.Kind, n.Start, n.End = kind, start, end
	return n
}

// at returns the byte at i, or 0 at the end.
func (s *scanner) at(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}

func (s *scanner) space(i int) int {
	if s.at(i) > ' ' {
		return i
	}
	return spaceEnd(s.bytes, i)
}

const spaces = 0x2020202020202020 // eight of them

// spaceEnd returns where the white space from i on ends.
func spaceEnd(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
		for len(b)-i >= 8 && binary.LittleEndian.Uint64(b[i:]) == spaces {
			i += 8
		}
	}
	return i
}

func (s *scanner) value(i, depth int) (*Node, int) {
	if depth > MaxDepth {
		return nil, i
	}
	switch s.at(i) {
	case '{':
		return s.object(i, depth)
	case '[':
		return s.array(i, depth)
	case '"':
		text, end, ok := s.quoted(i)
		if !ok {
			return nil, end
		}
		n := s.node(String, i, end)
		n.Text = text
		return n, end
	case 'n':
		return s.literal(i, "null", Null)
	case 't':
		n, end := s.literal(i, "true", Bool)
		if n != nil {
			n.Bool = true
		}
		return n, end
	case 'f':
		return s.literal(i, "false", Bool)
	}
	return s.number(i)
}

func (s *scanner) literal(i int, word string, kind Kind) (*Node, int) {
	if !strings.HasPrefix(s.text[i:], word) {
		return nil, i
	}
	end := i + len(word)
	return s.node(kind, i, end), end
}

func (s *scanner) number(start int) (*Node, int) {
	i := start
	if s.at(i) == '-' {
		i++
	}
	whole := s.digits(i)
	if whole == i || s.text[i] == '0' && whole > i+1 {
		return nil, i
	}
	i = whole
	if s.at(i) == '.' {
		fraction := i + 1
		if i = s.digits(fraction); i == fraction {
			return nil, i
		}
	}
	if s.at(i)|0x20 == 'e' {
		exponent := i + 1
		if c := s.at(exponent); c == '+' || c == '-' {
			exponent++
		}
		if i = s.digits(exponent); i == exponent {
			return nil, i
		}
	}
	n := s.node(Number, start, i)
	n.Text = s.text[start:i]
	return n, i
}

// digits returns where the digits from i on end.
func (s *scanner) digits(i int) int {
	for s.at(i)-'0' <= 9 {
		i++
	}
	return i
}

func (s *scanner) array(start, depth int) (*Node, int) {
	n := s.node(Array, start, start)
	first := len(s.openItems)
	i := s.space(start + 1)
	for more := s.at(i) != ']'; more; {
		var item *Node
		if item, i = s.value(i, depth+1); item == nil {
			return nil, i
		}
		s.openItems = append(s.openItems, item)
		i = s.space(i)
		if more = s.at(i) == ','; more {
			i = s.space(i + 1)
		}
	}
	if s.at(i) != ']' {
		return nil, i
	}
	n.Items = keep(&s.items, s.openItems[first:], s.room(i, 128))
	s.openItems = s.openItems[:first]
	n.End = i + 1
	return n, n.End
}

func (s *scanner) object(start, depth int) (*Node, int) {
	n := s.node(Object, start, start)
	first := len(s.openMembers)
	i := s.space(start + 1)
	for more := s.at(i) != '}'; more; {
		var ok bool
		if i, ok = s.member(i, depth+1); !ok {
			return nil, i
		}
		if more = s.at(i) == ','; more {
			i = s.space(i + 1)
		}
	}
	if s.at(i) != '}' {
		return nil, i
	}
	n.Members = keep(&s.members, s.openMembers[first:], s.room(i, 64))
	s.openMembers = s.openMembers[:first]
	n.End = i + 1
	if !n.indexed() {
		return nil, i
	}
	return n, n.End
}

// member reads a name and a value, and the space behind them.
func (s *scanner) member(i, depth int) (int, bool) {
	if depth > MaxDepth || s.at(i) != '"' {
		return i, false
	}
	name, i, ok := s.quoted(i)
	if i = s.space(i); !ok || s.at(i) != ':' {
		return i, false
	}
	value, i := s.value(s.space(i+1), depth)
	if value == nil {
		return i, false
	}
	s.openMembers = append(s.openMembers, Member{Name: name, Value: value})
	return s.space(i), true
}

// keep copies what a finished array or object holds to the front of the free
// ones; if these are too few, it allocates that many anew.
func keep[T any](free *[]T, list []T, room int) []T {
	n := len(list)
	if n == 0 {
		return nil
	}
	if len(*free) < n {
		*free = make([]T, max(n, room))
	}
	kept := (*free)[:n:n]
	*free = (*free)[n:]
	copy(kept, list)
	return kept
}

// quoted reads a string from its opening quote on.
func (s *scanner) quoted(i int) (text string, end int, ok bool) {
	end = plainEnd(s.bytes, i+1)
	switch s.at(end) {
	case '"':
		return s.text[i+1 : end], end + 1, true
	case '\\':
		return s.escaped(i+1, end)
	}
	return "", end, false
}

// maxRoom bounds what is allocated ahead for a string with escapes, in bytes.
const maxRoom = 64 << 10

// escaped reads a string whose first escape is at i.
func (s *scanner) escaped(start, i int) (string, int, bool) {
	if s.unescaped == nil {
		s.unescaped = make([]byte, 0, min(len(s.text)-start, maxRoom))
	}
	text := append(s.unescaped[:0], s.text[start:i]...)
	for s.at(i) == '\\' {
		var size int
		if text, size = unescape(text, s.text[i:]); size == 0 {
			return "", i, false
		}
		text, i = appendPlain(text, s.bytes, i+size)
	}
	s.unescaped = text
	return string(text), i + 1, s.at(i) == '"'
}

// special marks the first quote, backslash or control character of eight
// bytes: with the high bit of its byte, the lowest that is set. A borrow
// reaches only the bytes above it.
func special(w uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, backslash := w^ones*'"', w^ones*'\\'
	return ((quote-ones)&^quote | (backslash-ones)&^backslash | (w-spaces)&^w) & highs
}

func isSpecial(c byte) bool { return c == '"' || c == '\\' || c < ' ' }

// plainEnd returns where the first special byte from i on stands, or the length.
func plainEnd(b []byte, i int) int {
	for ; len(b)-i >= 8; i += 8 {
		if found := special(binary.LittleEndian.Uint64(b[i:])); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(b) && !isSpecial(b[i]) {
		i++
	}
	return i
}

// appendPlain appends what stands before plainEnd, which it returns too.
func appendPlain(text, b []byte, i int) ([]byte, int) {
	for ; len(b)-i >= 8; i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		text = binary.LittleEndian.AppendUint64(text, w)
		if found := special(w); found != 0 {
			n := bits.TrailingZeros64(found) / 8
			return text[:len(text)-8+n], i + n
		}
	}
	end := plainEnd(b, i)
	return append(text, b[i:end]...), end
}

// unescape appends what the escape at the start of s stands for and returns the
// length of the escape, or 0 if it is none.
func unescape(text []byte, s string) ([]byte, int) {
	if len(s) < 2 {
		return text, 0
	}
	if c := shortEscapes[s[1]]; c != 0 {
		return append(text, c), 2
	}
	high := codeUnit(s)
	if high >= 0 && !utf16.IsSurrogate(high) {
		return utf8.AppendRune(text, high), 6
	}
	if high >= 0 && len(s) >= 12 {
		if r := utf16.DecodeRune(high, codeUnit(s[6:])); r != utf8.RuneError {
			return utf8.AppendRune(text, r), 12
		}
	}
	return text, 0
}

// shortEscapes are the characters that a backslash and a letter stand for.
var shortEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

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
