package protobuf

import (
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// An enum knows its numbers: from first to last, but for the gaps.
type enum struct {
	name        string
	first, last int32
	numbers     []int32 // ascending; nil if there are no gaps
}

func newEnum(d protoreflect.EnumDescriptor) *enum {
	var numbers []int32
	for i := range d.Values().Len() {
		numbers = append(numbers, int32(d.Values().Get(i).Number()))
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	e := &enum{name: string(d.FullName()), first: numbers[0], last: numbers[len(numbers)-1]}
	if int64(e.last)-int64(e.first) != int64(len(numbers)-1) {
		e.numbers = numbers
	}
	return e
}

func (e *enum) has(n int32) bool {
	if n < e.first || n > e.last {
		return false
	}
	if e.numbers == nil {
		return true
	}
	_, ok := slices.BinarySearch(e.numbers, n)
	return ok
}
