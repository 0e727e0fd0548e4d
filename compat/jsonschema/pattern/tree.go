package pattern

import "slices"

// A node is a regular expression without groups: they are gone once they have
// shaped the tree.
type node struct {
	kind  kind
	set   set     // of one
	subs  []*node // of sequence and choice; one of repeat and look
	min   int     // of repeat
	max   int     // of repeat; unbounded if negative
	avoid bool    // of look: the text must not match
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
	look       // look-ahead
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

// empty reports whether the expression may match without a code point.
func (n *node) empty() bool {
	switch n.kind {
	case one:
		return false
	case sequence:
		return !slices.ContainsFunc(n.subs, func(sub *node) bool { return !sub.empty() })
	case choice:
		return slices.ContainsFunc(n.subs, (*node).empty)
	case repeat:
		return n.min == 0 || n.subs[0].empty()
	}
	return true
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

// parts returns the expressions that follow one another in n.
func (n *node) parts() []*node {
	if n.kind == sequence {
		return n.subs
	}
	return []*node{n}
}
