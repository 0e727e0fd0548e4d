package program

import (
	"math"
	"math/bits"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A quick is a check of the most common form of a value. Where it says no,
// nothing is known.
type quick struct {
	way      way
	zero     bool // is a number within the bounds
	shape    *fixed
	names    *table
	dfa      *dfa
	min, max int // length of a string
	digits   int // a positive integer of so many digits is within the bounds
	below    int // so is a negative one
}

// A way is how a quick check reads a value.
type way uint8

const (
	careful   way = iota // it does not
	ofShape              // strings of one length
	ofLength             // strings of any content
	ofList               // strings of an enum
	ofPattern            // strings that an automaton accepts
	ofInteger
)

// quick chooses the quick check of the node's values.
func (n *node) quick() quick {
	switch {
	case n.text != nil && !n.checked.has(jsondoc.String):
		return n.text.quick()
	case n.number != nil && n.number.simple && !n.checked.has(jsondoc.Number):
		return n.number.quick()
	}
	return quick{}
}

func (t *text) quick() quick {
	q := quick{min: t.min, max: t.max}
	if t.max < 0 {
		q.max = math.MaxInt
	}
	switch t.plan {
	case fixedWidth:
		q.way, q.shape = ofShape, t.fixed
	case enumOnly:
		q.way, q.names = ofList, t.enum.table
	case anyText, lengthOnly:
		q.way = ofLength
	case automaton:
		q.way, q.dfa = ofPattern, t.patterns[0].dfa
	case checkAll:
	}
	return q
}

// maxQuick is how many digits quick reads at most; there is one more behind it.
const maxQuick = 15

func (n *numeric) quick() quick {
	q := quick{way: ofInteger, zero: n.low <= 0 && n.high >= 0}
	for nines := int64(9); q.digits < maxQuick && n.low <= 1 && nines <= n.high; nines = nines*10 + 9 {
		q.digits++
	}
	for nines := int64(9); q.below < maxQuick && n.high >= -1 && -nines >= n.low; nines = nines*10 + 9 {
		q.below++
	}
	return q
}

// read returns the offset behind the value at i if it is surely valid, else -1.
func (q *quick) read(m *Machine, b []byte, i int) int {
	if i >= len(b) || (b[i] == '"') == (q.way == ofInteger) {
		return -1
	}
	switch q.way {
	case ofInteger:
		return q.integer(b, i)
	case ofShape:
		if q.shape.at(b, i+1) {
			return i + q.shape.size + 2
		}
	case ofLength:
		if j := m.plain(i + 1); j < len(b) && b[j] == '"' && q.fits(j-i-1) {
			return j + 1
		}
	case ofList:
		_, end := q.names.at(b, i+1)
		return end
	case ofPattern:
		if end, found := q.dfa.scan(b, i+1); found == matched && q.fits(end-i-2) {
			return end
		}
	case careful:
	}
	return -1
}

func (q *quick) fits(length int) bool { return length >= q.min && length <= q.max }

// integer returns the offset behind the integer at i if it is surely within the
// bounds, else -1.
func (q *quick) integer(b []byte, i int) int {
	if i+18 > len(b) {
		return -1
	}
	minus, limit := 0, q.digits
	if b[i] == '-' {
		minus, limit = 1, q.below
	}
	first := i + minus
	n := digits(word(b, first))
	if n == 8 {
		n += digits(word(b, first+8))
	}
	if uint(n-1) >= uint(limit) || b[first] == '0' && (n+minus > 1 || !q.zero) {
		return -1
	}
	switch end := first + n; b[end] {
	case ',', '}', ' ', '\n', '\r', '\t':
		return end
	}
	return -1
}

// digits returns how many of the bytes of a word are digits before one is not.
func digits(x uint64) int {
	x ^= '0' * ones
	return bits.TrailingZeros64(((x+0x76*ones)|x)&highs) >> 3
}
