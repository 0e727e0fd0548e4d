// Package ascii tells short texts of ASCII alone, which most strings of events
// are, in less time than unicode/utf8 takes to be called. Call [Within], and ask
// unicode/utf8 where it says no: it judges no other text.
package ascii

import "encoding/binary"

const highs = 0x8080808080808080

// Within reports whether data[begin:end] is known to be ASCII. Where end is below
// 8 it may say no to what is.
func Within(data []byte, begin, end int) bool {
	for ; begin+8 <= end; begin += 8 {
		if binary.LittleEndian.Uint64(data[begin:])&highs != 0 {
			return false
		}
	}
	left := end - begin // bytes, the last ones of the word that ends there
	return left == 0 || end >= 8 && binary.LittleEndian.Uint64(data[end-8:])>>(8*(8-left))&highs == 0
}
