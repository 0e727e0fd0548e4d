package logic

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// A cycle brings a strongly connected component of a graph into the table.
// Vertices that no value can tell apart become one node (partition
// refinement), and a component that the table holds already is found again
// (hash, then proof by walking both).
type cycle struct {
	graph   *Graph
	members []int32
	at      map[int32]int // vertex → index in members
	parts   []part        // per member
	class   []int         // per member
	classes []int         // representative member per class
}

// A part is a member with its arguments sorted into those outside the
// component, which are literals already, and those inside.
type part struct {
	label  key
	outer  []Lit
	inner  []Ref // member index<<1, with its sign
	set    bool  // a conjunction: repeated arguments are one
	single bool  // a conjunction of one inner argument
}

func newCycle(g *Graph, component []int32) *cycle {
	c := &cycle{graph: g, members: slices.Clone(component), at: map[int32]int{}}
	for i, v := range c.members {
		c.at[v] = i
	}
	c.parts = make([]part, len(c.members))
	for i, v := range c.members {
		c.parts[i] = c.split(&g.vertices[v])
	}
	return c
}

func (c *cycle) split(v *vertex) part {
	n := &c.graph.nodes[v.node]
	p := part{label: n.label()}
	for _, arg := range v.args {
		if i, ok := c.at[int32(arg>>1)]; ok {
			p.inner = append(p.inner, Ref(i<<1)|arg&1)
		} else {
			p.outer = append(p.outer, c.graph.vertices[arg>>1].lit^Lit(arg&1))
		}
	}
	if p.set = n.Kind == And; p.set {
		outer := c.graph.make(Node{Kind: And}, p.outer)
		p.outer = nil
		if n := c.graph.table.Node(outer); n.Kind == And && !outer.Negative() {
			p.outer = slices.Clone(n.Args)
		} else if outer != True {
			p.outer = []Lit{outer}
		}
		p.single = len(p.outer) == 0 && len(p.inner) == 1
	}
	return p
}

// target looks through conjunctions of one argument.
func (c *cycle) target(r Ref) Ref {
	for steps := 0; c.parts[r>>1].single && steps < len(c.parts); steps++ {
		r = c.parts[r>>1].inner[0] ^ r&1
	}
	return r
}

func (c *cycle) resolve() {
	c.refine()
	hash := c.hashes()
	nodes, known := c.find(hash)
	if !known {
		nodes = c.create(hash)
	}
	for i, v := range c.members {
		r := c.target(Ref(i << 1))
		vertex := &c.graph.vertices[v]
		vertex.lit, vertex.resolved = Lit(nodes[c.class[r>>1]]<<1)^Lit(r&1), true
	}
}

// Bounds on the work that a large component makes. Beyond them members are
// shared less, which costs cancellation and never correctness.
const (
	maxRefinements = 256 // rounds of refine
	maxRounds      = 64  // rounds of hashes
)

// refine computes the coarsest classes that tell apart what a value might.
func (c *cycle) refine() {
	c.class = make([]int, len(c.parts))
	count := 0
	for range maxRefinements {
		ids := map[string]int{}
		next := make([]int, len(c.parts))
		c.classes = c.classes[:0]
		for i := range c.parts {
			if c.parts[i].single {
				continue
			}
			k := c.signature(i, func(r Ref) uint64 { return uint64(c.class[r>>1])<<1 | uint64(r&1) })
			id, ok := ids[string(k)]
			if !ok {
				id = len(ids)
				ids[string(k)] = id
				c.classes = append(c.classes, i)
			}
			next[i] = id
		}
		c.class = next
		if len(ids) == count {
			return
		}
		count = len(ids)
	}
	c.separate()
}

// separate makes every member its own class.
func (c *cycle) separate() {
	c.classes = c.classes[:0]
	for i := range c.parts {
		if !c.parts[i].single {
			c.class[i] = len(c.classes)
			c.classes = append(c.classes, i)
		}
	}
}

// signature encodes a member with its inner arguments named by name.
func (c *cycle) signature(i int, name func(Ref) uint64) key {
	p := &c.parts[i]
	k := slices.Clone(p.label)
	for _, l := range p.outer {
		k.lit(l)
	}
	k = append(k, '/')
	names := make([]uint64, len(p.inner))
	for j, r := range p.inner {
		names[j] = name(c.target(r))
	}
	if slices.Sort(names); p.set {
		names = slices.Compact(names)
	}
	for _, n := range names {
		k = binary.AppendUvarint(k, n)
	}
	return k
}

// hashes returns a hash per class that depends on its meaning only.
func (c *cycle) hashes() []uint64 {
	hash := make([]uint64, len(c.classes))
	for range min(len(c.classes), maxRounds) {
		next := make([]uint64, len(hash))
		for id, i := range c.classes {
			next[id] = maphash.Bytes(c.graph.table.seed, c.signature(i, func(r Ref) uint64 { return hash[c.class[r>>1]]&^1 | uint64(r&1) }))
		}
		hash = next
	}
	return hash
}

// find looks for the component in the table.
func (c *cycle) find(hash []uint64) (nodes []int32, known bool) {
	for _, candidate := range c.graph.table.cycles[hash[0]] {
		nodes = make([]int32, len(c.classes))
		if c.same(0, candidate, hash, nodes) {
			return nodes, true
		}
	}
	return nil, false
}

// same reports whether the class means what the node does, given that the
// pairs in nodes do; it adds the pairs that this rests on.
func (c *cycle) same(class int, node int32, hash []uint64, nodes []int32) bool {
	if nodes[class] != 0 {
		return nodes[class] == node
	}
	nodes[class] = node
	t, p := c.graph.table, &c.parts[c.classes[class]]
	n := &t.nodes[node]
	targets := c.targets(p)
	if !slices.Equal(n.label(), p.label) || len(n.Args) != len(p.outer)+len(targets) {
		return false
	}
	for _, l := range p.outer {
		if !slices.Contains(n.Args, l) {
			return false
		}
	}
	for _, r := range targets {
		i := slices.IndexFunc(n.Args, func(l Lit) bool {
			return t.cycleHash[l.Node()] == hash[c.class[r>>1]] && l.Negative() == (r&1 != 0)
		})
		if i < 0 || !c.same(c.class[r>>1], n.Args[i].Node(), hash, nodes) {
			return false
		}
	}
	return true
}

// targets returns the inner arguments of a member; of a conjunction each once.
func (c *cycle) targets(p *part) []Ref {
	var kept []Ref
	for _, r := range p.inner {
		r = c.target(r)
		r = Ref(c.classes[c.class[r>>1]]<<1) | r&1
		if !p.set || !slices.Contains(kept, r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// maxRankings bounds the rounds of ranks: classes that differ only farther away
// are of equal rank.
const maxRankings = 8

// ranks returns the rank of each class, by its label and what it leads to.
func (c *cycle) ranks() []rank {
	own, ranks := make([]ranking, len(c.classes)), make([]rank, len(c.classes))
	for id, i := range c.classes {
		own[id] = c.graph.table.ranking(&c.graph.nodes[c.graph.vertices[c.members[i]].node])
		for _, l := range c.parts[i].outer {
			own[id].argument(c.graph.table, l)
		}
		ranks[id] = own[id].rank()
	}
	for range min(len(c.classes), maxRankings) {
		last := slices.Clone(ranks)
		for id, i := range c.classes {
			inner := make([]uint64, 0, len(c.parts[i].inner))
			for _, r := range c.targets(&c.parts[i]) {
				inner = append(inner, uint64(last[c.class[r>>1]])<<1|uint64(r&1))
			}
			slices.Sort(inner)
			all := own[id]
			for _, word := range inner {
				all.add(word)
			}
			ranks[id] = all.rank()
		}
	}
	return ranks
}

// create adds the component's classes as new nodes.
func (c *cycle) create(hash []uint64) []int32 {
	t := c.graph.table
	nodes := make([]int32, len(c.classes))
	for id := range c.classes {
		nodes[id] = int32(len(t.nodes) + id)
	}
	t.ranks = append(t.ranks, c.ranks()...)
	for id, i := range c.classes {
		n := c.graph.nodes[c.graph.vertices[c.members[i]].node]
		if n.Kind != Typed {
			n.Of = speaksOf[n.Kind]
		}
		n.Args = slices.Clone(c.parts[i].outer)
		for _, r := range c.targets(&c.parts[i]) {
			n.Args = append(n.Args, Lit(nodes[c.class[r>>1]]<<1)^Lit(r&1))
		}
		t.Sort(n.Args)
		k := n.label()
		for _, arg := range n.Args {
			k.lit(arg)
		}
		t.index[string(k)] = nodes[id]
		t.cycles[hash[id]] = append(t.cycles[hash[id]], nodes[id])
		t.cycleHash[nodes[id]] = hash[id]
		t.nodes = append(t.nodes, n)
	}
	return nodes
}
