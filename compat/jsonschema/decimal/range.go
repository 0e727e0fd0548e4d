package decimal

import "slices"

// A Bound ends a range. An open bound is not itself in the range.
type Bound struct {
	Value Decimal
	Open  bool
}

// Tristate says whether something must be so, must not be so, or may be either.
type Tristate int

// The zero value is Either.
const (
	Either Tristate = iota
	Must
	MustNot
)

// Answer is the outcome of a search.
type Answer int

// The answers. Empty is a proof.
const (
	OverBudget Answer = iota
	Found
	Empty
)

func (a Answer) String() string {
	return [...]string{"over budget", "found", "empty"}[a]
}

// A Range is a set of numbers. The zero value holds all numbers that JSON can
// write.
type Range struct {
	Min, Max      *Bound // nil is no bound
	Integer       Tristate
	MultipleOf    []Decimal // a member is a multiple of each; signs do not matter
	NotMultipleOf []Decimal // and of none of these
	Except        []Decimal
	Prefer        []Decimal // tried first, in order
}

// Contains reports whether d is in the range.
func (r Range) Contains(d Decimal) bool {
	if r.Integer == Must && !d.IsInteger() || r.Integer == MustNot && d.IsInteger() {
		return false
	}
	return r.between(d) &&
		!slices.ContainsFunc(r.MultipleOf, func(m Decimal) bool { return !d.IsMultipleOf(m) }) &&
		!slices.ContainsFunc(r.NotMultipleOf, d.IsMultipleOf) &&
		!slices.ContainsFunc(r.Except, d.Equal)
}

// between reports whether d is within the bounds.
func (r Range) between(d Decimal) bool {
	return (r.Min == nil || r.Min.admits(d.Cmp(r.Min.Value))) && (r.Max == nil || r.Max.admits(-d.Cmp(r.Max.Value)))
}

func (b *Bound) admits(inward int) bool { return inward > 0 || inward == 0 && !b.Open }

// Find returns a member of the range: a preferred one, else one that reads
// easily, 0 or a number at or near a bound. Each candidate costs a step of the
// budget, which several searches may share; a nil budget has no end. Whatever
// the budget, Find gives up after 200,000 candidates.
func (r Range) Find(steps *int) (Decimal, Answer) {
	s := newSearch(r, steps)
	for _, d := range r.Prefer {
		if r.Contains(d) {
			return d, Found
		}
	}
	if r.inverted() {
		return Decimal{}, Empty
	}
	if grid, ok, fits := r.grid(); !fits {
		return Decimal{}, OverBudget
	} else if ok {
		return s.onGrid(grid)
	}
	if r.Min != nil && r.Max != nil && r.Min.Value.Equal(r.Max.Value) {
		return s.only(r.Min.Value)
	}
	return s.dense()
}

// inverted reports whether the bounds leave nothing between them.
func (r Range) inverted() bool {
	if r.Min == nil || r.Max == nil {
		return false
	}
	order := r.Min.Value.Cmp(r.Max.Value)
	return order > 0 || order == 0 && (r.Min.Open || r.Max.Open)
}

// maxCandidates limits one search.
const maxCandidates = 200_000

// A search tries candidates until one is a member or the budget ends.
type search struct {
	Range
	steps *int
	tried int
	found Decimal
}

func newSearch(r Range, steps *int) *search { return &search{Range: r, steps: steps} }

// try reports whether the search is over: d is a member, or nothing is left to
// spend.
func (s *search) try(d Decimal) (over bool, answer Answer) {
	s.tried++
	if s.steps != nil {
		*s.steps--
		if *s.steps < 0 {
			return true, OverBudget
		}
	}
	if s.tried > maxCandidates {
		return true, OverBudget
	}
	if s.Contains(d) {
		s.found = d
		return true, Found
	}
	return false, Empty
}

func (s *search) only(d Decimal) (Decimal, Answer) {
	_, answer := s.try(d)
	return s.found, answer
}
