package search

import (
	"math/rand/v2"
	"testing"
)

// TestIndexIsAMap holds an index to a map that undergoes the same.
func TestIndexIsAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var x index
	want := map[int32]int32{}
	for step := range 100_000 {
		n := int32(random.IntN(200)) << (random.IntN(3) * 8)
		if _, ok := want[n]; ok && random.IntN(2) == 0 {
			x.drop(n)
			delete(want, n)
		} else {
			x.put(n, int32(step))
			want[n] = int32(step)
		}
		if step%30_000 == 29_999 {
			x.clear()
			clear(want)
		}
		probe := int32(random.IntN(200)) << (random.IntN(3) * 8)
		at, ok := x.get(probe)
		if wantAt, wantOK := want[probe]; at != wantAt && ok || ok != wantOK || x.used != len(want) {
			t.Fatalf("step %d: %d at %d, %v, want %d, %v; %d of %d used", step, probe, at, ok, wantAt, wantOK, x.used, len(want))
		}
	}
}
