package pattern

// A node is a regular expression without groups: they are gone once they have
// shaped the tree.
type node struct {
	kind  kind
	set   set     // of one
	subs  []*node // of sequence and choice; one of repeat and lookAhead
	min   int     // of repeat
	max   int     // of repeat; unbounded if negative
	avoid bool    // of lookAhead: the text must not match
}

type kind byte

const (
	one      kind = iota // one code point of a set
	sequence             // all, in order; none is the empty string
	choice               // one of several
	repeat
	begin      // ^
	end        // $
	boundary   // \b
	noBoundary // \B
	lookAhead
)

// has reports whether the expression contains a node of the kind.
func (n *node) has(k kind) bool {
	if n.kind == k {
		return true
	}
	for _, sub := range n.subs {
		if sub.has(k) {
			return true
		}
	}
	return false
}

// sequenceOf flattens sequences in sequences.
func sequenceOf(nodes ...*node) *node {
	n := &node{kind: sequence}
	for _, sub := range nodes {
		if sub.kind == sequence {
			n.subs = append(n.subs, sub.subs...)
		} else {
			n.subs = append(n.subs, sub)
		}
	}
	if len(n.subs) == 1 {
		return n.subs[0]
	}
	return n
}
