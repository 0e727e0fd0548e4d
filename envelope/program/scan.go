package program

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Every byte of a word, for tests of eight bytes at once.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// word reads eight bytes at i, of which the caller knows that they are there.
func word(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i : i+8 : i+8]) }

// Space returns the offset of the first byte that is no white space.
func (m *Machine) Space(i int) int { return space(m.text, i) }

func space(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' {
		switch b[i] {
		case ' ', '\n', '\t', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// at returns the byte at the offset; 0, which no JSON holds, is the end.
func (m *Machine) at(i int) byte {
	if i < len(m.text) {
		return m.text[i]
	}
	return 0
}

// special marks, in the high bit of each byte of the word, what a string cannot
// hold as it is, or is not ASCII. Only the lowest mark is certain.
func special(x uint64) uint64 {
	blank, quote, slash := x-' '*ones, (x^'"'*ones)-ones, (x^'\\'*ones)-ones
	return (blank | quote | slash | x) & highs
}

// plain returns the offset of the first byte from i on that ends a run of
// printable ASCII in a string: a quote, or what needs a closer look.
func (m *Machine) plain(i int) int { return plain(m.text, i) }

func plain(b []byte, i int) int {
	for i+16 <= len(b) { // two words at once: most strings end there, and no branch tells in which
		first, second := special(word(b, i)), special(word(b, i+8))
		if first|second != 0 {
			n := bits.TrailingZeros64(first)
			if first == 0 {
				n = 64 + bits.TrailingZeros64(second)
			}
			return i + n>>3
		}
		i += 16
	}
	for i < len(b) && b[i] >= ' ' && b[i] < utf8.RuneSelf && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}

// A stringInfo is what a string's bytes tell before it is decoded.
type stringInfo struct {
	runes   int
	escaped bool
}

// str reads the string that opens at i, and returns the offset behind it.
func (m *Machine) str(i int) (end int, info stringInfo) {
	j := m.plain(i + 1)
	if m.at(j) == '"' {
		return j + 1, stringInfo{runes: j - i - 1}
	}
	return m.strSlowly(i, j)
}

// strSlowly goes on from j, where a string is not plain.
func (m *Machine) strSlowly(i, j int) (end int, info stringInfo) {
	info.runes = j - i - 1
	for {
		switch c := m.at(j); {
		case c == '"':
			return j + 1, info
		case c == '\\':
			n := escape(m.text[j:])
			if n == 0 {
				return m.syntax(j), info
			}
			info.escaped = true
			j += n
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(m.text[j:])
			if r == utf8.RuneError && n == 1 {
				return m.syntax(j), info
			}
			j += n
		default:
			return m.syntax(j), info
		}
		info.runes++
		k := m.plain(j)
		info.runes += k - j
		j = k
	}
}

// literal reads the word true, false or null at i.
func (m *Machine) literal(i int, word string) int {
	end := i + len(word)
	if end <= len(m.text) && string(m.text[i:end]) == word {
		return end
	}
	return m.syntax(i)
}

// End checks that nothing but white space follows.
func (m *Machine) End(i int) int {
	if i = m.Space(i); i < len(m.text) {
		return m.syntax(i)
	}
	return i
}
