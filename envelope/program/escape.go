package program

import (
	"unicode/utf16"
	"unicode/utf8"
)

// escape returns the length of the escape sequence that b begins with, two of
// them for a surrogate pair; 0 if it is none. A lone surrogate is none.
func escape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		return unicodeEscape(b)
	}
	return 0
}

func unicodeEscape(b []byte) int {
	r, ok := hex4(b)
	switch {
	case !ok:
		return 0
	case !utf16.IsSurrogate(r):
		return 6
	}
	low, ok := hex4(b[6:])
	if !ok || utf16.DecodeRune(r, low) == utf8.RuneError {
		return 0
	}
	return 12
}

// hex4 reads \uXXXX.
func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// unescape appends what the inside of a string stands for. It was read before.
func unescape(to, b []byte) []byte {
	for len(b) > 0 {
		if b[0] != '\\' {
			to, b = append(to, b[0]), b[1:]
			continue
		}
		n := escape(b)
		switch c := b[1]; c {
		case 'u':
			r, _ := hex4(b)
			if n == 12 {
				low, _ := hex4(b[6:])
				r = utf16.DecodeRune(r, low)
			}
			to = utf8.AppendRune(to, r)
		case 'b':
			to = append(to, '\b')
		case 'f':
			to = append(to, '\f')
		case 'n':
			to = append(to, '\n')
		case 'r':
			to = append(to, '\r')
		case 't':
			to = append(to, '\t')
		default:
			to = append(to, c)
		}
		b = b[n:]
	}
	return to
}

// content returns what the string between two offsets says, without its quotes.
// It holds until the next call.
func (m *Machine) content(start, end int, escaped bool) []byte {
	raw := m.text[start+1 : end-1]
	if !escaped {
		return raw
	}
	m.scratch = unescape(m.scratch[:0], raw)
	return m.scratch
}
