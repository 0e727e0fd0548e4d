package program

import "encoding/binary"

// A key is a name as compact JSON writes it, with quotes and colon, cut into
// words that are compared at once, without a branch that depends on its length.
type key struct {
	text                 string
	first, second, third uint64 // the words at 0, at middle and at last
	mask                 uint64 // of all of them, if the text is shorter than a word
	size                 int
	middle, last         uint8
}

// newKey returns a key that is never found for a name that JSON escapes.
func newKey(name string) key {
	for _, c := range []byte(name) {
		if c < ' ' || c == '"' || c == '\\' {
			return key{mask: ^uint64(0)} // eight NUL bytes, which no JSON holds
		}
	}
	text := `"` + name + `":`
	n := len(text)
	k := key{text: text, mask: ^uint64(0), size: n, middle: uint8(min(max(0, n-8), 8)), last: uint8(min(max(0, n-8), maxKey-8))}
	if n < 8 {
		k.mask = 1<<(8*n) - 1
	}
	b := append([]byte(text), make([]byte, 8)...)
	k.first, k.second, k.third = word(b, 0), word(b, int(k.middle)), word(b, int(k.last))
	return k
}

// maxKey is the length of a key that three words cover.
const maxKey = 23

// begins reports whether the text begins with the key. Near its end it may miss
// one.
func (k *key) begins(text []byte) bool {
	return len(text) >= maxKey && k.same((*[maxKey]byte)(text)) && (k.size <= maxKey || k.long(text))
}

func (k *key) same(b *[maxKey]byte) bool {
	differ := binary.LittleEndian.Uint64(b[:]) ^ k.first
	differ |= binary.LittleEndian.Uint64(b[k.middle&15:]) ^ k.second // neither offset is above 15
	differ |= binary.LittleEndian.Uint64(b[k.last&15:]) ^ k.third
	return differ&k.mask == 0
}

// long compares all of a key that is too long for words.
func (k *key) long(text []byte) bool { return len(text) >= k.size && string(text[:k.size]) == k.text }
