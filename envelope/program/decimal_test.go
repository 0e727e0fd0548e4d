package program

import (
	"fmt"
	"hash/maphash"
	"math/big"
	"math/rand/v2"
	"testing"
)

// literal draws a number, often with a zero where it may be dropped.
func literal(r *rand.Rand) string {
	s := ""
	if r.IntN(3) == 0 {
		s = "-"
	}
	s += fmt.Sprint([]int{0, 1, 5, 10, 100, 12, 999, 1200}[r.IntN(8)])
	if r.IntN(2) == 0 {
		s += "." + []string{"0", "5", "50", "05", "0050", "125", "000"}[r.IntN(7)]
	}
	if r.IntN(3) == 0 {
		s += fmt.Sprintf("%c%s%d", "eE"[r.IntN(2)], []string{"", "+", "-"}[r.IntN(3)], r.IntN(6))
	}
	return s
}

func TestDecimalsAgreeWithFractions(t *testing.T) {
	r, seed := rand.New(rand.NewPCG(1, 2)), maphash.MakeSeed()
	rat := func(s string) *big.Rat {
		x, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatal(s)
		}
		return x
	}
	hash := func(s string) uint64 {
		m := Get([]byte(s))
		defer m.Free()
		return m.Hash(seed, 0)
	}
	for range 100_000 {
		a, b := literal(r), literal(r)
		x, y := parseDecimal([]byte(a)), parseDecimal([]byte(b))
		if (hash(a) == hash(b)) != (rat(a).Cmp(rat(b)) == 0) {
			t.Fatalf("%s and %s have hashes %d and %d", a, b, hash(a), hash(b))
		}
		if got, want := x.compare(y), rat(a).Cmp(rat(b)); got != want {
			t.Fatalf("%s against %s: %d", a, b, got)
		}
		if got, want := x.integral(), rat(a).IsInt(); got != want {
			t.Fatalf("%s is integral: %v", a, got)
		}
		if v, ok := x.small(); ok != rat(a).IsInt() || ok && rat(a).Cmp(new(big.Rat).SetInt64(v)) != 0 {
			t.Fatalf("%s is %d, %v", a, v, ok)
		}
		if by, ok := divisorOf(y); ok && x.multipleOf(by) != new(big.Rat).Quo(rat(a), rat(b)).IsInt() {
			t.Fatalf("%s is a multiple of %s: %v", a, b, x.multipleOf(by))
		}
	}
	seven, _ := divisorOf(parseDecimal([]byte("7")))
	for literal, want := range map[string]bool{"1e9999": false, "7e9999": true, "0.014e9999": true, "7e-1": false} {
		if got := parseDecimal([]byte(literal)).multipleOf(seven); got != want {
			t.Errorf("%s is a multiple of 7: %v", literal, got)
		}
	}
}
