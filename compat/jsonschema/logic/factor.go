package logic

import "slices"

// common returns what all branches of a choice say, if the conjunction is the
// negation of one: the conjuncts that all its negated conjunctions share.
// Taken out of the branches they need no choice: without that, a ladder of
// choices each of which repeats the next in all its branches has as many
// paths as there are subsets of its rungs.
func (c *conjunction) common() []Lit {
	var shared []Lit
	for i, l := range c.rest {
		n := c.table.Node(l)
		switch {
		case !l.Negative() || n.Kind != And:
			return nil
		case i == 0:
			shared = slices.Clone(n.Args)
		default:
			shared = slices.DeleteFunc(shared, func(l Lit) bool { _, in := slices.BinarySearchFunc(n.Args, l, c.table.compare); return !in })
		}
		if len(shared) == 0 {
			return nil
		}
	}
	return shared
}

// factored returns the negated choice with what is common outside.
func (c *conjunction) factored(common []Lit) Lit {
	branches := make([]Lit, len(c.rest))
	for i, l := range c.rest {
		own := slices.DeleteFunc(slices.Clone(c.table.Node(l).Args), func(l Lit) bool { return slices.Contains(common, l) })
		branches[i] = c.table.And(own...)
		if branches[i] == True {
			c.table.losses++ // what the others mention is lost
		}
	}
	return c.table.And(append(slices.Clone(common), c.table.Or(branches...))...).Not()
}
