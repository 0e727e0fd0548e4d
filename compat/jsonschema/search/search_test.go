package search

import (
	"context"
	"testing"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

func TestFindNamesACore(t *testing.T) {
	table := logic.NewTable()
	long := table.Make(logic.Node{Kind: logic.MinLength, N: 5}, nil)
	short := table.Make(logic.Node{Kind: logic.MaxLength, N: 3}, nil)
	text := table.Type(logic.String)
	noise := table.Make(logic.Node{Kind: logic.Matches, Pattern: table.Pattern("a")}, nil)
	a := New(context.Background(), table, DefaultSteps).Find(noise, long, short, text)
	if a.Status != Empty {
		t.Fatalf("got %v, want no string of 5 and of 3", a)
	}
	for _, l := range a.Core {
		if l == noise {
			t.Errorf("the core %v blames the pattern %d", a.Core, noise)
		}
	}
}

func TestFindPrefersSmallValues(t *testing.T) {
	table := logic.NewTable()
	req := table.Make(logic.Node{Kind: logic.Required, Text: "id"}, nil)
	id := table.Make(logic.Node{Kind: logic.Every, Region: table.Name("id")}, []logic.Lit{table.Type(logic.String)})
	a := New(context.Background(), table, DefaultSteps).Find(req, id, table.Type(logic.Object))
	if a.Status != Found || a.Value.Key() != `{"id":""}` {
		t.Errorf("got %+v", a)
	}
}

func TestFindStops(t *testing.T) {
	table := logic.NewTable()
	var parts []logic.Lit
	for i := range 12 { // each member is one of two values, all together one of few
		name := table.Name(string(rune('a' + i)))
		odd := value.Array([]*value.Value{value.Bool(i%2 == 0)})
		parts = append(parts, table.Make(logic.Node{Kind: logic.Every, Region: name}, []logic.Lit{table.Enum([]*value.Value{odd})}))
	}
	hard := table.OneOf(parts...)
	if a := New(context.Background(), table, 5).Find(hard, table.Type(logic.Object)); a.Status != Unknown || a.Doubt.Kind != Budget {
		t.Errorf("with 5 steps: got %+v, want a budget that is used up", a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := New(ctx, table, 1<<8)
	if a := s.Find(hard, table.Type(logic.Object)); a.Status != Unknown || a.Doubt.Kind != Cancelled {
		t.Errorf("cancelled: got %+v", a)
	}
}

// TestProvisionalProofs holds the least fixpoint to account: a proof that
// leans on an open state must not outlive that state's having a value.
func TestProvisionalProofs(t *testing.T) {
	table := logic.NewTable()
	g := logic.NewGraph(table)
	// tree: an object whose "l", if required, is a tree; leaf: null
	tree := g.Cell()
	node := g.Node(logic.Node{Kind: logic.And},
		g.Lit(table.Type(logic.Object)),
		g.Node(logic.Node{Kind: logic.Required, Text: "l"}),
		g.Node(logic.Node{Kind: logic.Every, Region: table.Name("l")}, tree))
	g.Set(tree, g.Or(node, g.Lit(table.Type(logic.Null))))
	root, onlyNodes := g.Resolve(tree), g.Resolve(node)
	s := New(context.Background(), table, DefaultSteps)
	if a := s.Find(onlyNodes); a.Status != Found || a.Value.Key() != `{"l":null}` {
		t.Errorf("a node: got %+v", a)
	}
	if a := s.Find(root, onlyNodes); a.Status != Found {
		t.Errorf("a tree that is a node: got %+v", a)
	}
	endless := g.Cell()
	loop := g.Node(logic.Node{Kind: logic.And},
		g.Lit(table.Type(logic.Object)),
		g.Node(logic.Node{Kind: logic.Required, Text: "l"}),
		g.Node(logic.Node{Kind: logic.Every, Region: table.Name("l")}, endless))
	g.Set(endless, loop)
	if a := s.Find(g.Resolve(loop)); a.Status != Empty {
		t.Errorf("an endless tree: got %+v, want none", a)
	}
}
