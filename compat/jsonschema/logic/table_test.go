package logic

import (
	"testing"

	"github.com/evctl/evctl/compat/jsonschema/value"
)

// list builds the formula of a linked list whose cells carry v, unrolled the
// given number of times before it closes on itself.
func list(t *Table, v Lit, unrolled int) Lit {
	g := NewGraph(t)
	cell := g.Cell()
	node := func(next Ref) Ref {
		return g.Node(Node{Kind: And},
			g.Lit(t.Type(Object)),
			g.Node(Node{Kind: Every, Region: t.Name("value")}, g.Lit(v)),
			g.Node(Node{Kind: Every, Region: t.Name("next")}, next))
	}
	first := node(cell)
	for range unrolled {
		first = node(first)
	}
	g.Set(cell, first)
	return g.Resolve(first)
}

func TestCyclesAreShared(t *testing.T) {
	table := NewTable()
	once := list(table, table.Type(String), 0)
	size := table.Len()
	if again := list(table, table.Type(String), 0); again != once || table.Len() != size {
		t.Errorf("the same cycle again is literal %d, want %d; %d nodes, want %d", again, once, table.Len(), size)
	}
	if unrolled := list(table, table.Type(String), 3); unrolled != once {
		t.Errorf("the cycle unrolled is literal %d, want %d", unrolled, once)
	}
	if other := list(table, table.Type(Integer), 0); other == once {
		t.Error("lists of other values are the same literal")
	}
}

func TestSelfReferenceIsOpaque(t *testing.T) {
	table := NewTable()
	g := NewGraph(table)
	a, b := g.Cell(), g.Cell()
	g.Set(a, b)
	g.Set(b, a)
	if n := table.Node(g.Resolve(a)); n.Kind != Opaque {
		t.Errorf("got kind %d, want an opaque atom", n.Kind)
	}
}

func TestSpellingsMeet(t *testing.T) {
	table := NewTable()
	one, two := value.String("a"), value.String("b")
	req := table.Make(Node{Kind: Required, Text: "a"}, nil)
	for name, pair := range map[string][2]Lit{
		"anyOf of consts is enum":       {table.Or(table.Enum([]*value.Value{one}), table.Enum([]*value.Value{two})), table.Enum([]*value.Value{two, one})},
		"anyOf of types is type":        {table.Or(table.Type(String), table.Type(Null)), table.Type(String | Null)},
		"both booleans are the type":    {table.Enum([]*value.Value{value.Bool(true), value.Bool(false)}), table.Type(Boolean)},
		"order and repetition":          {table.And(req, table.Type(Object), req), table.And(table.Type(Object), req)},
		"nesting":                       {table.And(table.Type(Object), table.And(req)), table.And(req, table.Type(Object))},
		"contradiction":                 {table.And(req, req.Not()), False},
		"types that exclude each other": {table.And(table.Type(String), table.Type(Null)), False},
		"oneOf with true":               {table.OneOf(True, req), req.Not()},
		"oneOf of one":                  {table.OneOf(False, req), req},
		"every member of any value":     {table.Make(Node{Kind: Every, Region: table.Name("a")}, []Lit{True}), True},
		"a type and its complement":     {table.Type(All &^ Null).Not(), table.Type(Null)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: literals %d and %d", name, pair[0], pair[1])
		}
	}
}

func TestOneOfCountsRepeatedBranches(t *testing.T) {
	table := NewTable()
	a := table.Make(Node{Kind: MinLength, N: 2}, nil)
	if got := table.Eval(table.OneOf(a, a), value.String("aa")); got != No {
		t.Errorf("oneOf of the same schema twice: got %d, want no", got)
	}
}

func TestEvalKnowsWhatItDoesNotKnow(t *testing.T) {
	table := NewTable()
	unknown := table.Make(Node{Kind: Opaque, Text: "x"}, nil)
	s := value.String("a")
	for name, test := range map[string]struct {
		lit  Lit
		want Truth
	}{
		"unknown":               {unknown, Unknown},
		"not unknown":           {unknown.Not(), Unknown},
		"unknown and false":     {table.And(unknown, table.Type(Null)), No},
		"unknown or true":       {table.Or(unknown, table.Type(String)), Yes},
		"unknown and true":      {table.And(unknown, table.Type(String)), Unknown},
		"another type's atom":   {table.Make(Node{Kind: Required, Text: "a"}, nil), Yes},
		"and its negation":      {table.Make(Node{Kind: Required, Text: "a"}, nil).Not(), No},
		"a pattern that is not": {table.Make(Node{Kind: Matches, Pattern: table.Pattern(`(a)\1`)}, nil), Unknown},
	} {
		if got := table.Eval(test.lit, s); got != test.want {
			t.Errorf("%s: got %d, want %d", name, got, test.want)
		}
	}
}
