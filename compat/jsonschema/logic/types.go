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

// TypeNamed returns the types that a name in the keyword "type" stands for.
func TypeNamed(name string) (of Types, ok bool) {
	switch name {
	case "null":
		return Null, true
	case "boolean":
		return Boolean, true
	case "integer":
		return Integer, true
	case "number":
		return Number, true
	case "string":
		return String, true
	case "array":
		return Array, true
	case "object":
		return Object, true
	}
	return 0, false
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
