//go:build corpus

package jsonschema

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/search"
)

// A copier builds a formula again, of nodes that are none of the formula's
// own: each holds a Mention that nothing else does. Atoms without arguments
// stay what they are.
type copier struct {
	table *logic.Table
	graph *logic.Graph
	known map[int32]logic.Ref
}

func unsharedCopy(t *logic.Table, l logic.Lit) logic.Lit {
	c := &copier{t, logic.NewGraph(t), map[int32]logic.Ref{}}
	return c.graph.Resolve(c.copy(l))
}

func (c *copier) copy(l logic.Lit) logic.Ref {
	r, ok := c.known[l.Node()]
	if !ok {
		n := *c.table.Node(l)
		if len(n.Args) == 0 {
			r = c.graph.Lit(l.With(l.Negative()))
			c.known[l.Node()] = r
		} else {
			r = c.graph.Cell()
			c.known[l.Node()] = r
			args := make([]logic.Ref, len(n.Args))
			for i, arg := range n.Args {
				args[i] = c.copy(arg)
			}
			n.Args = nil
			mark := logic.Node{Kind: logic.Mention, Region: c.table.Region(false, []string{fmt.Sprintf("copy %d", len(c.known))}, nil)}
			c.graph.Set(r, c.graph.And(c.graph.Node(n, args...), c.graph.Node(mark)))
		}
	}
	if l.Negative() {
		return r.Not()
	}
	return r
}

// TestCorpusCopies asks whether a schema reads what a copy of it writes with
// which it shares no compound node, so that nothing but atoms cancels. What is
// not decided within a comparison's budget fails the test, unless a reference
// leads nowhere.
func TestCorpusCopies(t *testing.T) {
	for _, name := range evolutions {
		c := newTable(t, "evolution-"+name+" against unshared copies")
		histories(t, name, func(subject string, versions []*evctl.Schema) {
			c.copy(subject, versions[len(versions)-1])
		})
		c.report()
	}
}

func (c *corpusTable) copy(id string, s *evctl.Schema) {
	doc, err := compile.Parse(s)
	if err != nil {
		c.invalid++
		return
	}
	table := logic.NewTable()
	compiled, err := compile.NewMemo(table).Compile(c.t.Context(), s, doc, compile.Options{Semantics: evctl.Semantics{Policy: evctl.Strict}})
	if err != nil {
		c.invalid++
		return
	}
	root := compiled.Root.Lit
	other := unsharedCopy(table, root)
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), maxTime)
	defer cancel()
	a := search.New(ctx, table, search.DefaultSteps).Find(root, other.Not())
	c.time(id, time.Since(start))
	row := dangling
	if len(compiled.Unresolved) == 0 {
		row = resolved
		c.whole++
	}
	switch a.Status {
	case search.Found:
		c.wrong++
		c.t.Errorf("%s: reads not %s, which its copy writes", id, a.Value.Key())
	case search.Unknown:
		c.doubt(row, doubtNames[a.Doubt.Kind])
		if len(compiled.Unresolved) == 0 {
			c.t.Logf("%s: %s", id, doubtNames[a.Doubt.Kind])
		}
	default:
		c.right++
	}
}
