package logic

import "slices"

// A Graph is a formula under construction that may refer to itself. Build it
// with Node, Cell and Lit, close each Cell with Set, and read literals of the
// table with Resolve.
type Graph struct {
	table    *Table
	vertices []vertex
	nodes    []Node      // of vertices
	args     []Ref       // of vertices
	given    map[Lit]Ref // vertices of literals
	verbatim bool        // simplify nothing away
	lossy    bool        // something that may mention names was simplified away

	// of the walk that finds components
	order, low []int32
	onStack    []bool
	stack      []int32
	lits       []Lit // of one vertex
	count      int32
}

// A Ref is a vertex of a graph, or, with its lowest bit set, its negation.
type Ref int32

// Not returns the negation.
func (r Ref) Not() Ref { return r ^ 1 }

type vertex struct {
	node     int32 // its place among the graph's nodes
	args     []Ref
	alias    Ref // of a cell: what it stands for
	isCell   bool
	given    bool // a literal to begin with
	resolved bool
	lit      Lit
	words    Lit // of a literal: see Verbatim
}

// NewGraph returns an empty graph over the table.
func NewGraph(t *Table) *Graph { return &Graph{table: t} }

// Reserve makes room for so many vertices, of what a graph before has left.
func (g *Graph) Reserve(vertices int) {
	spare := g.table.room
	g.vertices, g.nodes, g.args = slices.Grow(spare.vertices, vertices), slices.Grow(spare.nodes, vertices), slices.Grow(spare.args, vertices)
	g.table.room = room{}
}

// Release leaves the graph's room to others. The graph is not used again.
func (g *Graph) Release() {
	if max(cap(g.vertices), cap(g.args)) <= maxRoom {
		clear(g.vertices)
		clear(g.nodes)
		g.table.room = room{g.vertices[:0], g.nodes[:0], g.args[:0]}
	}
	g.vertices, g.nodes, g.args = nil, nil, nil
}

// room is what a graph takes its vertices from.
type room struct {
	vertices []vertex
	nodes    []Node
	args     []Ref
}

// maxRoom bounds the vertices, and their arguments, that a table keeps room for.
const maxRoom = 1 << 16

// Len returns the number of vertices.
func (g *Graph) Len() int { return len(g.vertices) }

func (g *Graph) add(v vertex) Ref {
	g.vertices = append(g.vertices, v)
	return Ref(len(g.vertices)-1) << 1
}

// Lit brings a literal of the table into the graph.
func (g *Graph) Lit(l Lit) Ref {
	if known, ok := g.given[l]; ok {
		return known
	}
	if g.given == nil {
		g.given = map[Lit]Ref{}
	}
	g.given[l] = g.add(vertex{given: true, resolved: true, lit: l, words: l})
	return g.given[l]
}

// Given brings in a literal that says something else word for word.
func (g *Graph) Given(l, words Lit) Ref {
	if l == words {
		return g.Lit(l)
	}
	g.lossy = true
	return g.add(vertex{given: true, resolved: true, lit: l, words: words})
}

// Node adds a node with its arguments, which it copies.
func (g *Graph) Node(n Node, args ...Ref) Ref {
	g.nodes = append(g.nodes, n)
	first := len(g.args)
	g.args = append(g.args, args...)
	return g.add(vertex{node: int32(len(g.nodes) - 1), args: g.args[first:len(g.args):len(g.args)]})
}

// And adds a conjunction, without a node if there is just one conjunct.
func (g *Graph) And(args ...Ref) Ref {
	if len(args) == 1 {
		return args[0]
	}
	return g.Node(Node{Kind: And}, args...)
}

// Or adds a disjunction.
func (g *Graph) Or(args ...Ref) Ref {
	negated := make([]Ref, len(args))
	for i, arg := range args {
		negated[i] = arg.Not()
	}
	return g.And(negated...).Not()
}

// Cell adds a vertex whose meaning Set tells later.
func (g *Graph) Cell() Ref { return g.add(vertex{isCell: true, alias: -1}) }

// Set closes a cell.
func (g *Graph) Set(cell, target Ref) { g.vertices[cell>>1].alias = target }

// follow looks through cells. A cell that leads to itself, or was never set,
// says nothing that can be judged.
func (g *Graph) follow(r Ref) Ref {
	start := r
	for steps := 0; g.vertices[r>>1].isCell && !g.vertices[r>>1].resolved; steps++ {
		next := g.vertices[r>>1].alias
		if next < 0 || steps > len(g.vertices) {
			v := &g.vertices[start>>1]
			v.resolved, v.lit = true, g.table.Make(Node{Kind: Opaque, Text: "a schema that is only a reference to itself"}, nil)
			return start
		}
		r = next ^ r&1
	}
	return r
}

// Resolve returns the literal of a finished part of the graph.
func (g *Graph) Resolve(r Ref) Lit {
	r = g.follow(r)
	if !g.vertices[r>>1].resolved {
		for len(g.order) < len(g.vertices) {
			g.order, g.low, g.onStack = append(g.order, 0), append(g.low, 0), append(g.onStack, false)
		}
		g.visit(int32(r >> 1))
	}
	return g.vertices[r>>1].lit ^ Lit(r&1)
}

// visit resolves the components reachable from v, bottom up (Tarjan).
func (g *Graph) visit(v int32) {
	g.count++
	g.order[v], g.low[v] = g.count, g.count
	g.stack = append(g.stack, v)
	g.onStack[v] = true
	looped := false
	for i, arg := range g.vertices[v].args {
		arg = g.follow(arg)
		g.vertices[v].args[i] = arg
		w := int32(arg >> 1)
		switch {
		case g.vertices[w].resolved:
		case g.order[w] == 0:
			g.visit(w)
			g.low[v] = min(g.low[v], g.low[w])
		case g.onStack[w]:
			g.low[v] = min(g.low[v], g.order[w])
			looped = looped || w == v
		}
	}
	if g.low[v] != g.order[v] {
		return
	}
	top := len(g.stack) - 1
	for g.stack[top] != v {
		top--
	}
	component := g.stack[top:]
	for _, w := range component {
		g.onStack[w] = false
	}
	if len(component) == 1 && !looped {
		g.resolve(v)
	} else {
		newCycle(g, component).resolve()
	}
	g.stack = g.stack[:top]
}

func (g *Graph) resolve(v int32) {
	vertex := &g.vertices[v]
	g.lits = g.lits[:0]
	for _, arg := range vertex.args {
		g.lits = append(g.lits, g.vertices[arg>>1].lit^Lit(arg&1))
	}
	vertex.lit, vertex.resolved = g.make(g.nodes[vertex.node], g.lits), true
}

func (g *Graph) make(n Node, args []Lit) Lit {
	if g.verbatim {
		return g.table.Keep(n, args)
	}
	losses := g.table.losses
	made := g.table.Make(n, args)
	g.lossy = g.lossy || g.table.losses != losses
	return made
}
