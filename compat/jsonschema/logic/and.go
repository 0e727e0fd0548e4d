package logic

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Or states that at least one of the literals holds.
func (t *Table) Or(args ...Lit) Lit {
	negated := make([]Lit, len(args))
	for i, arg := range args {
		negated[i] = arg.Not()
	}
	return t.And(negated...).Not()
}

// maxFlat bounds the conjunctions that are spliced into larger ones, so that a
// chain of n nested ones takes memory in n, not n².
const maxFlat = 256

// And states that all literals hold. Nested conjunctions are flattened, types
// and enumerations are intersected.
func (t *Table) And(args ...Lit) Lit {
	c := conjunction{table: t, types: All, rest: t.rest[:0]}
	t.rest = nil // in use
	for _, arg := range args {
		c.add(arg)
	}
	l := c.lit()
	t.rest = c.rest
	return l
}

type conjunction struct {
	table    *Table
	types    Types
	allowed  [][]*value.Value
	excluded []*value.Value
	rest     []Lit
	absurd   bool
	listed   bool // objects or arrays are among the values
}

func (c *conjunction) add(l Lit) {
	n := c.table.Node(l)
	switch {
	case l == True:
	case l == False:
		c.absurd = true
	case n.Kind == And && !l.Negative() && len(n.Args) <= maxFlat:
		for _, arg := range n.Args {
			c.add(arg)
		}
	case n.Kind == Typed:
		c.types &= c.table.TypesOf(l)
	case n.Kind == Enum && l.Negative():
		c.listed = c.listed || n.compound()
		c.excluded = append(c.excluded, n.Values...)
	case n.Kind == Enum:
		c.listed = c.listed || n.compound()
		c.allowed = append(c.allowed, n.Values)
	default:
		c.rest = append(c.rest, l)
	}
}

func (c *conjunction) lit() Lit {
	l := c.simplified()
	if l == False && len(c.rest) > 0 || c.listed {
		c.table.losses++
	}
	return l
}

func (c *conjunction) simplified() Lit {
	if c.absurd || c.types == 0 {
		return False
	}
	if c.allowed != nil {
		c.finish(c.table.Enum(c.survivors()))
	} else {
		c.finish(c.table.Type(c.types))
		c.finish(c.table.Enum(c.excluded).Not())
	}
	if c.absurd {
		return False
	}
	c.table.Sort(c.rest)
	c.rest = slices.Compact(c.rest)
	for i := 1; i < len(c.rest); i++ {
		if c.rest[i] == c.rest[i-1].Not() {
			return False
		}
	}
	switch len(c.rest) {
	case 0:
		return True
	case 1:
		return c.rest[0]
	}
	if common := c.common(); len(common) > 0 {
		return c.factored(common)
	}
	return c.table.intern(Node{Kind: And, Args: c.rest})
}

func (c *conjunction) finish(l Lit) {
	if l == False {
		c.absurd = true
	}
	if l != True {
		c.rest = append(c.rest, l)
	}
}

// survivors lists the values that all enumerations allow, with a fitting type.
func (c *conjunction) survivors() []*value.Value {
	kept := slices.Clone(c.allowed[0])
	return slices.DeleteFunc(kept, func(v *value.Value) bool {
		if TypeOf(v)&c.types == 0 || contains(c.excluded, v) {
			return true
		}
		for _, others := range c.allowed[1:] {
			if !contains(others, v) {
				return true
			}
		}
		return false
	})
}

// compound reports whether objects or arrays are among an enumeration's values.
func (n *Node) compound() bool {
	return slices.ContainsFunc(n.Values, func(v *value.Value) bool { return v.Kind >= jsondoc.Array })
}

func contains(values []*value.Value, v *value.Value) bool {
	return slices.ContainsFunc(values, func(w *value.Value) bool { return w.Key() == v.Key() })
}

// Enum states that the value is one of the values.
func (t *Table) Enum(values []*value.Value) Lit {
	if len(values) == 0 {
		return False
	}
	values = slices.Clone(values)
	slices.SortFunc(values, compareKeys)
	values = slices.CompactFunc(values, func(a, b *value.Value) bool { return a.Key() == b.Key() })
	if of, all := exhausted(values); all {
		return t.Type(of)
	}
	return t.intern(Node{Kind: Enum, Values: values})
}

func compareKeys(a, b *value.Value) int { return strings.Compare(a.Key(), b.Key()) }

// exhausted reports whether the values are all there are of their types:
// null, or both booleans.
func exhausted(values []*value.Value) (of Types, all bool) {
	booleans := 0
	for _, v := range values {
		switch v.Kind {
		case jsondoc.Null:
			of |= Null
		case jsondoc.Bool:
			booleans++
			of |= Boolean
		default:
			return 0, false
		}
	}
	return of, booleans != 1
}
