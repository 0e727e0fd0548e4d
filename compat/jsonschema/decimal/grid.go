package decimal

import (
	"math/big"
	"slices"
)

// maxGridBits limits the common multiple of all multipleOf.
const maxGridBits = 400_000

// grid returns the least common multiple of what members must be multiples of.
// ok is false if there is no such constraint, fits if it is too large. A grid
// is not negative.
func (r Range) grid() (grid Decimal, ok, fits bool) {
	factors := r.MultipleOf
	if r.Integer == Must {
		factors = append([]Decimal{FromInt(1)}, factors...)
	}
	for i, f := range factors {
		if i == 0 {
			grid = lcm(f, f)
			continue
		}
		if grid = lcm(grid, f); grid.int().BitLen() > maxGridBits {
			return grid, true, false
		}
	}
	return grid, len(factors) > 0, true
}

// lcm is zero if a or b is.
func lcm(a, b Decimal) Decimal {
	if a.Sign() == 0 || b.Sign() == 0 {
		return Decimal{}
	}
	x, y, exponent := align(a, b)
	x, y = new(big.Int).Abs(x), new(big.Int).Abs(y)
	gcd := new(big.Int).GCD(nil, nil, x, y)
	return normal(x.Mul(x, y.Quo(y, gcd)), exponent)
}

// onGrid searches the multiples of grid. Where grid is a multiple of what is
// avoided there is none. Else, with p > 1 the least k for which k × grid is a
// multiple of what is avoided, the k that fail repeat with the least common
// multiple P of all p, and k = 1 + nP never fails: a search ends within one
// period more than there are exceptions, or at the end of the range.
func (s *search) onGrid(grid Decimal) (Decimal, Answer) {
	if grid.Sign() == 0 {
		return s.only(Decimal{})
	}
	covers := func(n Decimal) bool { return n.Sign() != 0 && grid.IsMultipleOf(n) }
	if slices.ContainsFunc(s.NotMultipleOf, covers) || s.Integer == MustNot && grid.IsInteger() {
		return Decimal{}, Empty
	}
	low, high := s.indices(grid)
	for n := next(nil, low, high); n != nil; n = next(n, low, high) {
		if over, answer := s.try(times(grid, n)); over {
			return s.found, answer
		}
	}
	return Decimal{}, Empty
}

// indices returns the least and greatest k for which k × grid is within the
// bounds; nil where there is no bound.
func (s *search) indices(grid Decimal) (low, high *big.Int) {
	if s.Min != nil {
		low = ceilQuo(s.Min.Value, grid)
		if !s.between(times(grid, low)) && s.Min.Value.Equal(times(grid, low)) {
			low.Add(low, big.NewInt(1))
		}
	}
	if s.Max != nil {
		high = new(big.Int).Neg(ceilQuo(s.Max.Value.Neg(), grid))
		if !s.between(times(grid, high)) && s.Max.Value.Equal(times(grid, high)) {
			high.Sub(high, big.NewInt(1))
		}
	}
	return low, high
}

// ceilQuo returns the least integer k with k × grid ≥ d, for grid > 0.
func ceilQuo(d, grid Decimal) *big.Int {
	a, b, _ := align(d, grid)
	k, rest := new(big.Int).QuoRem(a, b, new(big.Int))
	if rest.Sign() > 0 {
		k.Add(k, big.NewInt(1))
	}
	return k
}

func times(d Decimal, n *big.Int) Decimal {
	return normal(new(big.Int).Mul(d.int(), n), d.exponent)
}

// next enumerates the integers from low to high, those nearest to 0 first:
// 0 1 -1 2 -2 …, or away from the bound next to 0. It starts at nil and ends
// with nil.
func next(n, low, high *big.Int) *big.Int {
	switch {
	case low != nil && high != nil && low.Cmp(high) > 0:
		return nil
	case low != nil && low.Sign() > 0:
		return step(n, low, high, 1)
	case high != nil && high.Sign() < 0:
		return step(n, high, low, -1)
	case n == nil:
		return new(big.Int)
	}
	forth, back := new(big.Int).Neg(n), new(big.Int).Neg(n)
	if n.Sign() <= 0 { // 0, -1, -2: on to 1, 2, 3
		forth.Add(forth, big.NewInt(1))
		if high == nil || forth.Cmp(high) <= 0 {
			return forth
		}
		back = new(big.Int).Sub(n, big.NewInt(1))
	}
	if low == nil || back.Cmp(low) >= 0 {
		return back
	}
	if n.Sign() <= 0 {
		return nil
	}
	forth = new(big.Int).Add(n, big.NewInt(1))
	if high == nil || forth.Cmp(high) <= 0 {
		return forth
	}
	return nil
}

// step counts from one bound to the other.
func step(n, from, to *big.Int, by int64) *big.Int {
	if n == nil {
		return new(big.Int).Set(from)
	}
	n = new(big.Int).Add(n, big.NewInt(by))
	if to != nil && int64(n.Cmp(to))*by > 0 {
		return nil
	}
	return n
}
