package logic

import (
	"github.com/evctl/evctl/compat/jsonschema/decimal"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// Kind says what a node states of a value.
type Kind uint8

// The kinds, with the fields of Node that they use.
const (
	Constant Kind = iota // true; node 0 alone
	And                  // all of Args
	OneOf                // exactly one of Args
	Typed                // the value's type is in Of
	Enum                 // the value is one of Values

	Minimum    // number ≥ Number, or > if Open
	Maximum    // number ≤ Number, or < if Open
	MultipleOf // number is a multiple of Number

	MinLength // string of ≥ N code points
	MaxLength // string of ≤ N code points
	Matches   // string matches Pattern
	Format    // string has the format Text

	Required // object has the member Text
	Every    // every member whose name lies in Region satisfies Args[0]
	Names    // every name in Region satisfies Args[0], as a string
	MinProps // at least N members have names in Region
	MaxProps // at most N members have names in Region
	Mention  // true; the schema knows the names in Region

	Each    // every item from index N to before M (Endless: no end) satisfies Args[0]
	AtLeast // at least N items satisfy Args[0]
	AtMost  // at most N items satisfy Args[0]
	Unique  // no two items are equal, as Seen sees them

	Opaque // something that Text and N identify and nobody can judge
)

// Endless is the end of a range of items that has none.
const Endless = 1<<31 - 1

// A Node is one formula. Nodes of a table must not be changed.
type Node struct {
	Kind    Kind
	Open    bool
	Of      Types // Typed: the types let in; other atoms: the types that they speak of
	N, M    int
	Text    string
	Number  decimal.Decimal
	Values  []*value.Value // by key, ascending
	Pattern *Pattern
	Region  *Region
	Seen    *Seen // of Unique; nil: as they are
	Args    []Lit
}

// A Seen is how somebody sees values who drops some of their members.
type Seen struct {
	ID int
	// Project returns what is seen of a value, or nil if that is not known.
	Project func(*value.Value) *value.Value
	// Same states that a value looks as the one given, of which all is seen.
	Same func(*value.Value) Lit
}

// speaksOf lists the types that an atom constrains.
var speaksOf = [...]Types{
	Constant: All, And: All, OneOf: All, Typed: All, Enum: All, Opaque: All,
	Minimum: Number, Maximum: Number, MultipleOf: Number,
	MinLength: String, MaxLength: String, Matches: String, Format: String,
	Required: Object, Every: Object, Names: Object, MinProps: Object, MaxProps: Object, Mention: Object,
	Each: Array, AtLeast: Array, AtMost: Array, Unique: Array,
}

// Atom reports whether the kind speaks of one type of value only, so that it
// is true of every other type.
func (k Kind) Atom() bool { return k >= Minimum && k < Opaque }
