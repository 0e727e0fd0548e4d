// Package decimal computes with the numbers of JSON as they are written: no
// rounding, no float64. It also finds a number in a range of JSON Schema's
// number keywords, or proves that there is none.
//
// Call [Parse] for a literal and [Range.Find] for a witness. The package knows
// no schemas, does not divide, and has no fractions but decimal ones.
package decimal

import (
	"cmp"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Limits of a literal.
const (
	MaxExponent = 10_000 // absolute value
	MaxDigits   = 10_000 // of the coefficient, as written
)

// A Decimal is coefficient × 10^exponent, with no trailing zero in the
// coefficient, so that equal numbers are equally represented. The zero value
// is 0. Decimals are immutable.
type Decimal struct {
	coefficient *big.Int // nil is 0
	exponent    int
}

var zero big.Int // never written to

// Parse reads a number literal of JSON (RFC 8259, section 6). The error names
// the limit if the literal is beyond one.
func Parse(literal string) (Decimal, error) {
	mantissa, exponent, hasExponent := cutExponent(literal)
	whole, fraction, hasFraction := strings.Cut(mantissa, ".")
	digits := strings.TrimPrefix(whole, "-")
	leadingZero := len(digits) > 1 && digits[0] == '0'
	if !isDigits(digits) || leadingZero || hasFraction && !isDigits(fraction) {
		return Decimal{}, fmt.Errorf("%q is no JSON number", clip(literal))
	}
	if n := len(digits) + len(fraction); n > MaxDigits {
		return Decimal{}, fmt.Errorf("number of %d digits is over the limit of %d", n, MaxDigits)
	}
	e := 0
	if hasExponent {
		if !isDigits(strings.TrimLeft(exponent, "+-")) || len(strings.TrimLeft(exponent, "+-")) < len(exponent)-1 {
			return Decimal{}, fmt.Errorf("%q is no JSON number", clip(literal))
		}
		var err error
		if e, err = strconv.Atoi(exponent); err != nil || e > MaxExponent || e < -MaxExponent {
			return Decimal{}, fmt.Errorf("exponent %s is beyond the limit of ±%d", clip(exponent), MaxExponent)
		}
	}
	coefficient, _ := new(big.Int).SetString(whole+fraction, 10)
	return normal(coefficient, e-len(fraction)), nil
}

func cutExponent(literal string) (mantissa, exponent string, ok bool) {
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		return literal[:i], literal[i+1:], true
	}
	return literal, "", false
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// FromInt returns n.
func FromInt(n int64) Decimal { return normal(big.NewInt(n), 0) }

// normal takes ownership of the coefficient.
func normal(coefficient *big.Int, exponent int) Decimal {
	if coefficient.Sign() == 0 {
		return Decimal{}
	}
	if zeros := trailingZeros(coefficient); zeros > 0 {
		coefficient.Quo(coefficient, pow10(zeros))
		exponent += zeros
	}
	return Decimal{coefficient, exponent}
}

func trailingZeros(n *big.Int) int {
	if n.Bit(0) == 1 {
		return 0
	}
	text := n.String()
	return len(text) - len(strings.TrimRight(text, "0"))
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

func (d Decimal) int() *big.Int {
	if d.coefficient == nil {
		return &zero
	}
	return d.coefficient
}

// scaled returns d ÷ 10^exponent, an integer for exponents up to d's own.
func (d Decimal) scaled(exponent int) *big.Int {
	if d.coefficient == nil || d.exponent == exponent {
		return d.int()
	}
	return new(big.Int).Mul(d.int(), pow10(d.exponent-exponent))
}

// align returns both numbers as multiples of one power of ten.
func align(a, b Decimal) (x, y *big.Int, exponent int) {
	switch {
	case a.coefficient == nil:
		exponent = b.exponent
	case b.coefficient == nil:
		exponent = a.exponent
	default:
		exponent = min(a.exponent, b.exponent)
	}
	return a.scaled(exponent), b.scaled(exponent), exponent
}

// Sign returns -1, 0 or 1.
func (d Decimal) Sign() int { return d.int().Sign() }

// Cmp returns -1, 0 or 1 as d is less than, equal to, or greater than x.
func (d Decimal) Cmp(x Decimal) int {
	if s, t := d.Sign(), x.Sign(); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	if m, n := d.magnitude(), x.magnitude(); m > n+1 {
		return d.Sign()
	} else if n > m+1 {
		return -d.Sign()
	}
	a, b, _ := align(d, x)
	return a.Cmp(b)
}

// magnitude is the exponent of the leading digit, at most one too large.
func (d Decimal) magnitude() int {
	return d.int().BitLen()*30103/100000 + d.exponent
}

// Equal reports whether d and x are the same number: 1.0 equals 1.
func (d Decimal) Equal(x Decimal) bool {
	return d.exponent == x.exponent && d.int().Cmp(x.int()) == 0
}

// Neg returns -d.
func (d Decimal) Neg() Decimal { return normal(new(big.Int).Neg(d.int()), d.exponent) }

// Add returns d + x.
func (d Decimal) Add(x Decimal) Decimal {
	a, b, exponent := align(d, x)
	return normal(new(big.Int).Add(a, b), exponent)
}

// Sub returns d - x.
func (d Decimal) Sub(x Decimal) Decimal { return d.Add(x.Neg()) }

// IsInteger reports whether d has no fraction; 1.0 and 1e2 have none.
func (d Decimal) IsInteger() bool { return d.exponent >= 0 }

// IsMultipleOf reports whether d is an integer times x. Only 0 is one of 0.
func (d Decimal) IsMultipleOf(x Decimal) bool {
	if d.Sign() == 0 || x.Sign() == 0 {
		return d.Sign() == 0
	}
	a, b, _ := align(d, x)
	return new(big.Int).Rem(a, b).Sign() == 0
}

// plainDigits is the length up to which String does without an exponent.
const plainDigits = 21

// String returns the number as JSON, the same text for equal numbers: without
// an exponent up to 21 digits, and without needless zeros.
func (d Decimal) String() string {
	digits := new(big.Int).Abs(d.int()).String()
	sign := ""
	if d.Sign() < 0 {
		sign = "-"
	}
	switch point := len(digits) + d.exponent; {
	case d.exponent >= 0 && point <= plainDigits:
		return sign + digits + strings.Repeat("0", d.exponent)
	case d.exponent < 0 && point > 0 && len(digits) <= plainDigits:
		return sign + digits[:point] + "." + digits[point:]
	case d.exponent < 0 && point <= 0 && -d.exponent <= plainDigits:
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	return sign + digits + "e" + strconv.Itoa(d.exponent)
}
