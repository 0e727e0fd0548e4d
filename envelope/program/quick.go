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
	also     func(said []byte) bool // of strings that have the shape, if not nil
	names    *table
	dfa      *dfa
	min, max int // length of a string
	digits   int // a positive integer of so many digits is within the bounds
	below    int // so is a negative one
}

// A way reads the value at i. It returns the offset behind it, or -1.
type way func(q *quick, b []byte, i int) (end int)

// quick chooses the quick check of the node's values.
func (n *node) quick() quick {
	switch {
	case n.text != nil && !n.checked.has(jsondoc.String):
		return n.text.quick()
	case n.number != nil && n.number.simple && !n.checked.has(jsondoc.Number):
		return n.number.quick()
	}
	return quick{way: careful}
}

func (t *text) quick() quick {
	q := quick{way: careful, min: t.min, max: t.max}
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

// digits returns how many of the bytes of a word are digits before one is not.
func digits(x uint64) int {
	x ^= '0' * ones
	return bits.TrailingZeros64(((x+0x76*ones)|x)&highs) >> 3
}

// careful knows nothing.
func careful(*quick, []byte, int) int { return -1 }

// ofShape reads strings of one length.
func ofShape(q *quick, b []byte, i int) int {
	if b[i] == '"' && q.shape.at(b, i+1) && (q.also == nil || q.also(b[i+1:i+1+q.shape.size])) {
		return i + q.shape.size + 2
	}
	return -1
}

// ofLength reads strings of any content.
func ofLength(q *quick, b []byte, i int) int {
	if b[i] != '"' {
		return -1
	}
	if end := plain(b, i+1); end < len(b) && b[end] == '"' && q.fits(end-i-1) {
		return end + 1
	}
	return -1
}

// ofList reads strings of an enum.
func ofList(q *quick, b []byte, i int) int {
	if b[i] != '"' {
		return -1
	}
	_, end := q.names.at(b, i+1)
	return end
}

// ofPattern reads strings that an automaton accepts.
func ofPattern(q *quick, b []byte, i int) int {
	if b[i] != '"' {
		return -1
	}
	if end, found := q.dfa.scan(b, i+1); found == matched && q.fits(end-i-2) {
		return end
	}
	return -1
}

func (q *quick) fits(length int) bool { return length >= q.min && length <= q.max }

// ofInteger reads integers that are surely within the bounds.
func ofInteger(q *quick, b []byte, i int) int {
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
