package program

import (
	"bytes"
	"strings"
	"testing"
)

// A key is found where it stands, and not where one byte of it differs.
func TestKeyTellsEachByte(t *testing.T) {
	for n := range 40 {
		name := strings.Repeat("abcdefgh", 5)[:n]
		k := newKey(name)
		text := []byte(`{"` + name + `":"as many bytes as it takes"}`)
		if !k.begins(text[1:]) {
			t.Errorf("%q is not found", name)
		}
		for i := range k.size {
			other := bytes.Clone(text)
			other[1+i] ^= 1
			if k.begins(other[1:]) {
				t.Errorf("%q is found in %s", name, other)
			}
		}
	}
}
