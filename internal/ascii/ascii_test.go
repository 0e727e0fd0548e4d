package ascii

import (
	"bytes"
	"testing"
)

// TestWithin moves a byte that is not ASCII over texts of all lengths, between
// neighbours that are not ASCII either.
func TestWithin(t *testing.T) {
	for size := range 40 {
		data := bytes.Repeat([]byte{0xff}, 60)
		begin, end := 10, 10+size
		copy(data[begin:end], bytes.Repeat([]byte{'a'}, size))
		if !Within(data, begin, end) {
			t.Errorf("%d letters: not known to be ASCII", size)
		}
		for at := begin; at < end; at++ {
			data[at] = 0x80
			if Within(data, begin, end) {
				t.Errorf("%d bytes, one above 127 at %d: taken for ASCII", size, at-begin)
			}
			data[at] = 'a'
		}
	}
	for end := range 8 {
		if Within(append(bytes.Repeat([]byte{'a'}, end), 0xff), 0, end+1) {
			t.Errorf("a byte above 127 at %d: taken for ASCII", end)
		}
	}
}
