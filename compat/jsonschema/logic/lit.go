package logic

// A Lit is a node of a table, or, with its lowest bit set, the node's negation.
type Lit int32

// The literals that every value satisfies, and none.
const (
	True  Lit = 0
	False Lit = 1
)

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Negative reports whether the literal negates its node.
func (l Lit) Negative() bool { return l&1 != 0 }

// Node returns the literal's node.
func (l Lit) Node() int32 { return int32(l >> 1) }

// With returns the literal, negated if negative is set.
func (l Lit) With(negative bool) Lit {
	if negative {
		return l ^ 1
	}
	return l
}

// A Truth is what is known of a literal and a value.
type Truth int8

// The truths. Unknown is an unresolved reference or a pattern that is no automaton.
const (
	No Truth = iota - 1
	Unknown
	Yes
)

// Not returns the opposite; of Unknown that is Unknown.
func (t Truth) Not() Truth { return -t }

// TruthOf turns a fact into a truth.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}
