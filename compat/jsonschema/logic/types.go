package logic

import (
	"math/bits"

	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Types is a set of JSON types. Whole numbers and other numbers are two types,
// so that "integer", "number", 1.0 and multipleOf 1 need no special cases.
type Types uint8

// The types.
const (
	Null Types = 1 << iota
	Boolean
	Integer
	Fraction
	String
	Array
	Object

	Number = Integer | Fraction
	All    = 1<<7 - 1
)

// TypeNames maps the names of the keyword "type".
func TypeNames() map[string]Types {
	return map[string]Types{
		"null": Null, "boolean": Boolean, "integer": Integer, "number": Number,
		"string": String, "array": Array, "object": Object,
	}
}

// Each yields the types of the set one by one.
func (t Types) Each(yield func(Types) bool) {
	for ; t != 0; t &= t - 1 {
		if !yield(t & -t) {
			return
		}
	}
}

// Single reports whether the set holds just one type.
func (t Types) Single() bool { return bits.OnesCount8(uint8(t)) == 1 }

// Index numbers a single type from 0 to 6.
func (t Types) Index() int { return bits.TrailingZeros8(uint8(t)) }

// TypeOf returns the type of a value.
func TypeOf(v *value.Value) Types {
	switch v.Kind {
	case jsondoc.Null:
		return Null
	case jsondoc.Bool:
		return Boolean
	case jsondoc.String:
		return String
	case jsondoc.Array:
		return Array
	case jsondoc.Object:
		return Object
	}
	if v.Number.IsInteger() {
		return Integer
	}
	return Fraction
}
