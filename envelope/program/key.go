package program

import "encoding/binary"

// A key is a name as compact JSON writes it, with quotes and colon, cut into
// words that are compared at once, without a branch that depends on its length.
type key struct {
	text                 string
	first, second, third uint64 // the words at 0, at middle and at last
	mask                 uint64 // of all of them, if the text is shorter than a word
	size, middle, last   int
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
	k := key{text: text, mask: ^uint64(0), size: n, last: max(0, n-8)}
	k.middle = min(8, k.last)
	if n < 8 {
		k.mask = 1<<(8*n) - 1
	}
	b := append([]byte(text), make([]byte, 8)...)
	k.first, k.second, k.third = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[k.middle:]), binary.LittleEndian.Uint64(b[k.last:])
	return k
}

// at reports whether the text has the key at i. Near the end of the text it may
// miss one. Its parts are small enough to be inlined where it counts.
func (k *key) at(b []byte, i int) bool { return k.fits(b, i) && k.begins(b, i) && k.ends(b, i) }

func (k *key) fits(b []byte, i int) bool { return i+8 <= len(b) && i+k.size <= len(b) }

func (k *key) begins(b []byte, i int) bool {
	return ((word(b, i)^k.first)|(word(b, i+k.middle)^k.second))&k.mask == 0
}

func (k *key) ends(b []byte, i int) bool {
	return (word(b, i+k.last)^k.third)&k.mask == 0 && (k.size <= 24 || string(b[i:i+k.size]) == k.text)
}
