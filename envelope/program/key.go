package program

import "encoding/binary"

// A key is a name as compact JSON writes it, with quotes and colon, cut into
// words that are compared at once.
type key struct {
	text                string
	first, second, last uint64
	mask                uint64 // of first, if the text is shorter than a word
}

// newKey returns a key that is never found for a name that JSON escapes.
func newKey(name string) key {
	for _, c := range []byte(name) {
		if c < ' ' || c == '"' || c == '\\' {
			return key{mask: ^uint64(0)} // eight NUL bytes, which no JSON holds
		}
	}
	k := key{text: `"` + name + `":`, mask: ^uint64(0)}
	b := append([]byte(k.text), make([]byte, 16)...)
	k.first, k.second = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	switch n := len(k.text); {
	case n < 8:
		k.mask = 1<<(8*n) - 1
	default:
		k.last = binary.LittleEndian.Uint64(b[n-8:])
	}
	return k
}

// at reports whether the text has the key at i. Near the end of the text it may
// miss one.
func (k *key) at(b []byte, i int) bool {
	return i+8 <= len(b) && k.begins(b[i:i+8]) && k.goesOn(b, i)
}

// begins compares the first word.
func (k *key) begins(word []byte) bool {
	return (binary.LittleEndian.Uint64(word)^k.first)&k.mask == 0
}

// goesOn compares what is behind it.
func (k *key) goesOn(b []byte, i int) bool {
	n := len(k.text)
	if n <= 8 {
		return true
	}
	if i+n > len(b) || binary.LittleEndian.Uint64(b[i+n-8:]) != k.last {
		return false
	}
	if n <= 16 {
		return true
	}
	return binary.LittleEndian.Uint64(b[i+8:]) == k.second && (n <= 24 || string(b[i+16:i+n-8]) == k.text[16:n-8])
}
