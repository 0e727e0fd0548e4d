package program

import (
	"bytes"
	"cmp"
	"math/bits"
)

// A decimal is an exact number, 0.DIGITS × 10^magnitude. It shares the bytes of
// its literal, so that no exponent makes it large.
type decimal struct {
	negative  bool
	digits    []byte // from the first to the last that is not 0, perhaps with a point between them; none for 0
	magnitude int
}

// parseDecimal takes a valid literal apart.
func parseDecimal(b []byte) decimal {
	var d decimal
	if b[0] == '-' {
		d.negative, b = true, b[1:]
	}
	if i := bytes.IndexAny(b, "eE"); i >= 0 {
		d.magnitude, b = exponent(b[i+1:]), b[:i]
	}
	point := bytes.IndexByte(b, '.')
	if point < 0 {
		point = len(b)
	}
	first := bytes.IndexAny(b, "123456789")
	if first < 0 {
		return decimal{}
	}
	d.magnitude += point - first
	if first > point {
		d.magnitude++
	}
	d.digits = bytes.TrimRight(bytes.TrimRight(b[first:], "0"), ".")
	if bytes.IndexByte(d.digits, '.') < 0 {
		d.digits = bytes.TrimRight(d.digits, "0")
	}
	return d
}

// len counts the digits.
func (d decimal) len() int {
	if bytes.IndexByte(d.digits, '.') >= 0 {
		return len(d.digits) - 1
	}
	return len(d.digits)
}

func (d decimal) integral() bool { return len(d.digits) == 0 || d.magnitude >= d.len() }

// small returns the value of an integer of up to 18 digits.
func (d decimal) small() (int64, bool) {
	if !d.integral() || d.magnitude > 18 {
		return 0, false
	}
	var v int64
	for _, c := range d.digits {
		if c != '.' {
			v = v*10 + int64(c-'0')
		}
	}
	for range d.magnitude - d.len() {
		v *= 10
	}
	if d.negative {
		v = -v
	}
	return v, true
}

func (d decimal) sign() int {
	switch {
	case len(d.digits) == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

func (d decimal) compare(e decimal) int {
	s := d.sign()
	if c := cmp.Compare(s, e.sign()); c != 0 || s == 0 {
		return c
	}
	if c := cmp.Compare(d.magnitude, e.magnitude); c != 0 {
		return c * s
	}
	return compareDigits(d.digits, e.digits) * s
}

func compareDigits(x, y []byte) int {
	for {
		x, y = bytes.TrimPrefix(x, []byte(".")), bytes.TrimPrefix(y, []byte("."))
		if len(x) == 0 || len(y) == 0 {
			return cmp.Compare(len(x), len(y))
		}
		if c := cmp.Compare(x[0], y[0]); c != 0 {
			return c
		}
		x, y = x[1:], y[1:]
	}
}

// A divisor is coefficient × 10^exponent, positive.
type divisor struct {
	coefficient uint64 // below maxCoefficient
	exponent    int
}

const maxCoefficient = 1e17

// divisorOf returns false if the number is no divisor, or too long for one.
func divisorOf(d decimal) (divisor, bool) {
	if d.sign() <= 0 || d.len() > 17 {
		return divisor{}, false
	}
	return divisor{d.remainder(maxCoefficient), d.magnitude - d.len()}, true
}

// remainder divides the digits alone.
func (d decimal) remainder(by uint64) uint64 {
	var r uint64
	for _, c := range d.digits {
		if c != '.' {
			r = (r*10 + uint64(c-'0')) % by
		}
	}
	return r
}

// multipleOf reports whether d is a whole multiple. Exponents are within the
// limits of numbers.
func (d decimal) multipleOf(m divisor) bool {
	if len(d.digits) == 0 {
		return true
	}
	shift := d.magnitude - d.len() - m.exponent
	if shift < 0 { // the digits do not end in 0
		return false
	}
	r := d.remainder(m.coefficient)
	for ten := 10 % m.coefficient; shift > 0 && r != 0; shift >>= 1 { // by squares: exponents are cheap to write
		if shift&1 != 0 {
			r = product(r, ten, m.coefficient)
		}
		ten = product(ten, ten, m.coefficient)
	}
	return r == 0
}

// product is x × y modulo m, of numbers below m.
func product(x, y, m uint64) uint64 {
	high, low := bits.Mul64(x, y)
	_, r := bits.Div64(high, low, m)
	return r
}
