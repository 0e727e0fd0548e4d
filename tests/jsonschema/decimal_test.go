// Package jsonschema_test states the laws of the packages under the JSON
// Schema engine over generated input.
package jsonschema_test

import (
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl/compat/jsonschema/decimal"
)

// literals are JSON numbers, small ones and odd ones.
func literals() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?([eE][+-]?[0-9])?`),
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,2})?`),
	)
}

func decimals() *rapid.Generator[decimal.Decimal] {
	return rapid.Map(literals(), func(literal string) decimal.Decimal {
		d, err := decimal.Parse(literal)
		if err != nil {
			panic(err)
		}
		return d
	})
}

// rat is the same number by someone else's arithmetic.
func rat(t *rapid.T, literal string) *big.Rat {
	r, ok := new(big.Rat).SetString(literal)
	if !ok {
		t.Fatalf("big.Rat does not read %s", literal)
	}
	return r
}

func TestDecimalAgreesWithFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := literals().Draw(t, "x"), literals().Draw(t, "y")
		d, _ := decimal.Parse(x)
		e, _ := decimal.Parse(y)
		r, s := rat(t, x), rat(t, y)
		if got := rat(t, d.String()); got.Cmp(r) != 0 {
			t.Fatalf("%s prints as %s", x, d)
		}
		if got := d.Cmp(e); got != r.Cmp(s) {
			t.Fatalf("%s Cmp %s = %d", x, y, got)
		}
		if d.Equal(e) != (r.Cmp(s) == 0) || d.Equal(e) != (d.String() == e.String()) {
			t.Fatalf("%s Equal %s = %v", x, y, d.Equal(e))
		}
		if got := rat(t, d.Add(e).String()); got.Cmp(new(big.Rat).Add(r, s)) != 0 {
			t.Fatalf("%s + %s = %s", x, y, d.Add(e))
		}
		if got := rat(t, d.Sub(e).String()); got.Cmp(new(big.Rat).Sub(r, s)) != 0 {
			t.Fatalf("%s - %s = %s", x, y, d.Sub(e))
		}
		if d.IsInteger() != r.IsInt() {
			t.Fatalf("%s is an integer: %v", x, d.IsInteger())
		}
		if s.Sign() != 0 && d.IsMultipleOf(e) != new(big.Rat).Quo(r, s).IsInt() {
			t.Fatalf("%s is a multiple of %s: %v", x, y, d.IsMultipleOf(e))
		}
	})
}

func bounds() *rapid.Generator[*decimal.Bound] {
	return rapid.Custom(func(t *rapid.T) *decimal.Bound {
		if rapid.Bool().Draw(t, "unbounded") {
			return nil
		}
		return &decimal.Bound{Value: decimals().Draw(t, "bound"), Open: rapid.Bool().Draw(t, "open")}
	})
}

func ranges() *rapid.Generator[decimal.Range] {
	return rapid.Custom(func(t *rapid.T) decimal.Range {
		steps := rapid.Map(rapid.StringMatching(`[1-9][0-9]?(\.[05])?`), func(s string) decimal.Decimal {
			d, _ := decimal.Parse(s)
			return d
		})
		return decimal.Range{
			Min: bounds().Draw(t, "min"), Max: bounds().Draw(t, "max"),
			Integer:       rapid.SampledFrom([]decimal.Tristate{decimal.Either, decimal.Must, decimal.MustNot}).Draw(t, "integer"),
			MultipleOf:    rapid.SliceOfN(steps, 0, 2).Draw(t, "of"),
			NotMultipleOf: rapid.SliceOfN(steps, 0, 3).Draw(t, "not"),
			Except:        rapid.SliceOfN(decimals(), 0, 3).Draw(t, "except"),
			Prefer:        rapid.SliceOfN(decimals(), 0, 2).Draw(t, "prefer"),
		}
	})
}

func TestRangeFindsMembersOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ranges().Draw(t, "range")
		if d, answer := r.Find(nil); answer == decimal.Found && !r.Contains(d) {
			t.Fatalf("%v is not in the range", d)
		}
	})
}

// A range that holds a number which happens to be drawn is not empty.
func TestRangeIsNotEmptyAroundAMember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, d := ranges().Draw(t, "range"), decimals().Draw(t, "member")
		if r.Contains(d) {
			if _, answer := r.Find(nil); answer != decimal.Found {
				t.Fatalf("%v is in the range, Find says %v", d, answer)
			}
		}
	})
}

// Small ranges of tenths are searched whole, by brute force.
func TestRangeEmptinessIsProved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ranges().Draw(t, "range")
		low, high := rapid.IntRange(-300, 300).Draw(t, "low"), rapid.IntRange(0, 60).Draw(t, "width")
		r.Min, r.Max = &decimal.Bound{Value: tenths(low)}, &decimal.Bound{Value: tenths(low + high)}
		r.MultipleOf = append(r.MultipleOf, tenths(1))
		exists := false
		for i := low; i <= low+high; i++ {
			exists = exists || r.Contains(tenths(i))
		}
		if d, answer := r.Find(nil); (answer == decimal.Found) != exists || answer == decimal.OverBudget {
			t.Fatalf("Find says %v %v, brute force %v", d, answer, exists)
		}
	})
}

func tenths(n int) decimal.Decimal {
	d, err := decimal.Parse(strconv.Itoa(n) + "e-1")
	if err != nil {
		panic(err)
	}
	return d
}
