package lenient

import (
	"context"
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// A Lens rewrites two schemas of one table for the lenient policy.
type Lens struct {
	table  *logic.Table
	ctx    context.Context
	writer Side
	reader Side

	known       map[logic.Lit]*facts
	admitted    map[admission]bool
	below       map[stepKey]logic.Lit
	closing     map[logic.Lit]logic.Ref
	transparent map[Place]bool
	views       map[viewKey]logic.Ref
	partition   map[Place][]class
	indices     map[indexKey]*index
	sights      map[Place]*logic.Seen
	together    map[string]meeting // by patterns
	flats       []flatness         // by node; 0: not known
	graph       *logic.Graph
	work        int     // statements and names looked at, so far
	doubts      int     // of tooLarge
	before      holding // of other writers and readers
	cut         bool    // the context ended before all was worked out
}

// A Side is a schema: what it says, and the same word for word, which tells
// what it knows (see [logic.Graph.Verbatim]).
type Side struct{ Says, Words logic.Lit }

// A Place is where a reader's sub-schema applies: all that the reader says
// there, and all that the writer does, word for word.
type Place struct{ reader, writer logic.Lit }

// New returns the lens for events of one writer and one reader. Once ctx ends,
// or the lens has looked at more than it may, it works nothing out any more:
// what it returns then holds atoms that nobody can judge.
func New(ctx context.Context, t *logic.Table, writer, reader Side) *Lens {
	return &Lens{
		table: t, ctx: ctx, writer: writer, reader: reader,
		known: map[logic.Lit]*facts{}, admitted: map[admission]bool{}, below: map[stepKey]logic.Lit{},
		closing: map[logic.Lit]logic.Ref{}, transparent: map[Place]bool{}, views: map[viewKey]logic.Ref{},
		partition: map[Place][]class{}, indices: map[indexKey]*index{}, sights: map[Place]*logic.Seen{}, together: map[string]meeting{},
		graph: logic.NewGraph(t),
	}
}

// Next returns a lens for another writer and reader of the same table. It
// remembers what this one has worked out: that depends on the places alone.
// This lens is not used again.
func (l *Lens) Next(ctx context.Context, writer, reader Side) *Lens {
	if l.cut || l.doubts > 0 || l.held().known+l.held().transparent+l.held().views > maxHeld {
		fresh := New(ctx, l.table, writer, reader)
		fresh.together = l.together
		return fresh
	}
	l.ctx, l.writer, l.reader = ctx, writer, reader
	l.work, l.before = 0, l.held()
	return l
}

// A holding counts what a lens remembers.
type holding struct{ known, transparent, views int }

func (l *Lens) held() holding { return holding{len(l.known), len(l.transparent), len(l.views)} }

// maxHeld bounds what one lens hands on to the next.
const maxHeld = 200_000

// spend notes work and reports whether there may be more.
func (l *Lens) spend(n int) bool {
	l.work += n
	l.cut = l.cut || l.ctx.Err() != nil
	return l.work <= maxWork && !l.cut
}

// Root returns the place of the reader's whole schema.
func (l *Lens) Root() Place { return Place{l.reader.Words, l.writer.Words} }

func (l *Lens) down(p Place, s step) Place { return Place{l.step(p.reader, s), l.step(p.writer, s)} }

// Close returns close(W): the writer's schema, and no name that it does not know.
func (l *Lens) Close() logic.Lit {
	closed := l.closed(l.writer.Words)
	if !l.spend(0) {
		closed = l.tooLarge()
	}
	return l.table.And(l.writer.Says, l.graph.Resolve(closed))
}

// View returns what a sub-schema of the reader says of values whose unknown
// names are dropped first.
func (l *Lens) View(schema logic.Lit, at Place) logic.Lit {
	view := l.view(schema, at)
	if !l.spend(0) {
		view = l.tooLarge()
	}
	return l.graph.Resolve(view)
}

// A class is the members or items of one location that share the location
// below it.
type class struct {
	step   step
	region *logic.Region // of members
	from   int           // of items: from this index
	to     int           // to before this one
}

// Bounds on the work of one lens.
const (
	maxPlaces = 50_000    // places told apart
	maxViews  = 500_000   // statements rewritten
	maxWork   = 5_000_000 // statements and names looked at
)

// members partitions the names at a place, as either side tells them apart.
func (l *Lens) members(at Place) ([]class, bool) {
	if list, ok := l.partition[at]; ok {
		return list, list != nil
	}
	r, w := l.facts(at.reader), l.facts(at.writer)
	names := union(r.names, w.names)
	list, ok := l.others(names, addPatterns(slices.Clone(r.spoken), w.spoken))
	if ok {
		list = slices.Concat(l.named(names), list)
	}
	l.partition[at] = list
	return list, ok && l.spend(len(list))
}

// named lists mentioned names, each a class of its own.
func (l *Lens) named(names []string) []class {
	l.spend(len(names))
	list := make([]class, len(names))
	for i, name := range names {
		list[i] = class{step: nameStep(name), region: l.table.Name(name)}
	}
	return list
}

// others partitions the names that are not mentioned by the patterns that they
// match. The second result is false if there are too many sets of patterns that
// a name can match.
func (l *Lens) others(mentioned []string, patterns []*logic.Pattern) ([]class, bool) {
	sets, ok := l.sets(patterns)
	if !ok {
		return nil, false
	}
	list := make([]class, len(sets))
	for i, s := range sets {
		l.spend(len(mentioned))
		list[i] = class{step: otherStep(s.in), region: l.table.RegionWithin(true, mentioned, s.out, s.in)}
	}
	return list, true
}

// items partitions the indices from one to before another: those below indices,
// which tuples speak of, and the rest.
func (l *Lens) items(from, to, indices int) []class {
	var list []class
	for i := from; i < min(to, indices); i++ {
		list = append(list, class{step: itemStep(i), from: i, to: i + 1})
	}
	if to > indices {
		list = append(list, class{step: itemStep(indices), from: max(from, indices), to: to})
	}
	l.spend(len(list))
	return list
}

// every states a sub-schema for all members or items of a class.
func (l *Lens) every(c class, sub logic.Ref) logic.Ref {
	if c.region != nil {
		return l.graph.Node(logic.Node{Kind: logic.Every, Region: c.region}, sub)
	}
	return l.graph.Node(logic.Node{Kind: logic.Each, N: c.from, M: c.to}, sub)
}

func (l *Lens) always() logic.Ref { return l.graph.Lit(logic.True) }
func (l *Lens) never() logic.Ref  { return l.graph.Lit(logic.False) }

// A Part is some members or items of a place, with the place below it.
type Part struct {
	Region   *logic.Region // of members
	From, To int           // of items
	Place    Place
}

// Members splits the members of a place that lie in a region and are known to
// the reader by the place that they lead to.
func (l *Lens) Members(at Place, region *logic.Region) []Part {
	known := l.facts(at.reader).knows(l.table)
	classes, _ := l.members(at)
	var parts []Part
	for _, c := range classes {
		if c.step.in(region) == logic.Yes && c.step.in(known) == logic.Yes {
			parts = append(parts, Part{Region: c.region, Place: l.down(at, c.step)})
		}
	}
	return parts
}

// Items splits the items of a place from one index to before another.
func (l *Lens) Items(at Place, from, to int) []Part {
	var parts []Part
	for _, c := range l.items(from, to, max(l.facts(at.reader).indices, l.facts(at.writer).indices)) {
		parts = append(parts, Part{From: c.from, To: c.to, Place: l.down(at, c.step)})
	}
	return parts
}

// Writer returns the writer's schema before it is closed.
func (l *Lens) Writer() logic.Lit { return l.writer.Says }
