package openapi

import "testing"

func TestLengths(t *testing.T) {
	sixteen, sixty := 16, 60
	for _, test := range []struct {
		p        Parameter
		min, max int
	}{
		{Parameter{}, 0, Unbounded},
		{Parameter{MinLength: &sixteen}, 16, Unbounded},
		{Parameter{MinLength: &sixteen, MaxLength: &sixty}, 16, 60},
		{Parameter{Pattern: `^[A-Za-z0-9._:-]{16,64}$`}, 16, 64},
		{Parameter{Pattern: `^[A-Za-z0-9._:-]{16,64}$`, MaxLength: &sixty}, 16, 60},
		{Parameter{Pattern: `[a-z]{16,64}`}, 0, Unbounded},
		{Parameter{Pattern: `^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}(:\w+)?$`}, 18, Unbounded},
		{Parameter{Pattern: `^(ab|c)d*$`}, 1, Unbounded},
		{Parameter{Pattern: `^(ab|cde)+?x{2,}$`}, 4, Unbounded},
		{Parameter{Pattern: `^(?=a)b$`}, 0, Unbounded},
		{Parameter{Pattern: `^(a{1000}){1000}$`}, 0, Unbounded},
		{Parameter{Pattern: `^é{3}.$`}, 4, 4},
	} {
		if min, max := test.p.Lengths(); min != test.min || max != test.max {
			t.Errorf("%s: got %d to %d, want %d to %d", test.p.Pattern, min, max, test.min, test.max)
		}
	}
}
