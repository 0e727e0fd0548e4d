package envelope

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// An index finds what a map finds, whatever was removed from between: few homes
// make long chains.
func TestIndexIsAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	keys := make([]digest, 1<<10)
	for i := range keys {
		binary.LittleEndian.PutUint64(keys[i][:], random.Uint64N(64)<<4)
		binary.LittleEndian.PutUint64(keys[i][8:], uint64(i))
	}
	keyOf := func(number uint32) digest { return keys[number] }
	var x index
	want := map[uint32]bool{}
	for step := range 20_000 {
		number := random.Uint32N(uint32(len(keys)))
		held, ok := x.find(keys[number], keyOf)
		if ok != want[number] || ok && held != number {
			t.Fatalf("step %d: find %d: got %d, %v, want %v", step, number, held, ok, want[number])
		}
		if ok {
			x.remove(number+uint32(len(keys)), keys[number]) // another event of the key, not there
			x.remove(number, keys[number])
			delete(want, number)
		} else if random.IntN(3) > 0 || len(want) < len(keys)/2 {
			x.add(number, keys[number], keyOf)
			x.add(number+uint32(len(keys)), keys[number], keyOf) // its key is there
			want[number] = true
		}
		if x.used != len(want) {
			t.Fatalf("step %d: %d used, %d held", step, x.used, len(want))
		}
	}
}
