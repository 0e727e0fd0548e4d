package decimal

import "math/big"

// dense searches a range that is an interval, not a point and not on a grid.
// It always holds a member: what is avoided is a discrete set. Candidates have
// as few digits behind the point as the interval allows, and one more at each
// round, until they lie closer together than what is avoided.
func (s *search) dense() (Decimal, Answer) {
	for _, d := range s.endpoints() {
		if over, answer := s.try(d); over {
			return s.found, answer
		}
	}
	inner := s.narrow()
	tries := len(s.Except) + len(s.NotMultipleOf) + 3
	for exponent := s.coarsest(); ; exponent-- {
		unit := Decimal{big.NewInt(1), exponent}
		low, high := inner.indices(unit)
		n := (*big.Int)(nil)
		for range tries {
			if n = next(n, low, high); n == nil {
				break
			}
			if over, answer := s.try(times(unit, n)); over {
				return s.found, answer
			}
		}
	}
}

// endpoints lists 0 and the bounds, the one nearer to 0 first.
func (s *search) endpoints() []Decimal {
	ds := []Decimal{{}}
	if s.Min != nil {
		ds = append(ds, s.Min.Value)
	}
	if s.Max != nil {
		ds = append(ds, s.Max.Value)
	}
	if len(ds) == 3 && ds[2].Sign() <= 0 {
		ds[1], ds[2] = ds[2], ds[1]
	}
	return ds
}

// plainMagnitude is the size up to which integers are written out.
const plainMagnitude = 15

// coarsest returns the exponent of the first candidates: integers, or numbers
// of one digit where integers are too long to read.
func (s *search) coarsest() int {
	largest := 0
	for _, b := range []*Bound{s.Min, s.Max} {
		if b != nil && b.Value.Sign() != 0 {
			largest = max(largest, b.Value.magnitude())
		}
	}
	if s.Min != nil && s.Max != nil {
		if width := s.Max.Value.Sub(s.Min.Value).magnitude(); width < -plainMagnitude {
			return width // coarser numbers hardly ever fit between
		}
	}
	if largest <= plainMagnitude {
		return 0
	}
	return largest
}

// narrow bounds the interval on both sides, so that candidates stay near a
// bound or 0.
func (s *search) narrow() *search {
	inner := search{Range: s.Range}
	reach := s.coarsest()
	for _, n := range s.NotMultipleOf {
		reach = max(reach, n.magnitude())
	}
	width := Decimal{big.NewInt(1), reach + 2}
	switch {
	case s.Min == nil && s.Max == nil:
		inner.Min, inner.Max = &Bound{Value: width.Neg()}, &Bound{Value: width}
	case s.Min == nil:
		inner.Min = &Bound{Value: s.Max.Value.Sub(width)}
	case s.Max == nil:
		inner.Max = &Bound{Value: s.Min.Value.Add(width)}
	}
	return &inner
}
