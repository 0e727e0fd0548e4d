package lenient

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

type viewKey struct {
	node  int32
	place Place
}

// view rewrites a sub-schema of the reader at a place.
func (l *Lens) view(schema logic.Lit, at Place) logic.Ref {
	if l.flat(schema) || l.clear(at) {
		return l.graph.Lit(schema)
	}
	key := viewKey{schema.Node(), at}
	r, ok := l.views[key]
	if at.reader == l.beyond() || !ok && (len(l.views)-l.before.views > maxViews || !l.spend(1)) {
		return l.tooLarge()
	}
	if !ok {
		r = l.graph.Cell()
		l.views[key] = r
		l.graph.Set(r, l.viewNode(l.table.Node(schema), schema.With(schema.Negative()), at))
	}
	if schema.Negative() {
		return r.Not()
	}
	return r
}

func (l *Lens) viewNode(n *logic.Node, self logic.Lit, at Place) logic.Ref {
	node := *n // the table grows under way
	switch node.Kind {
	case logic.And, logic.OneOf:
		args := make([]logic.Ref, len(node.Args))
		for i, arg := range node.Args {
			args[i] = l.view(arg, at)
		}
		return l.graph.Node(logic.Node{Kind: node.Kind}, args...)
	case logic.Enum:
		return l.viewEnum(node.Values, at)
	case logic.Every:
		return l.viewEvery(&node, self, at)
	case logic.Names, logic.MinProps, logic.MaxProps:
		return l.viewCount(&node, self, at)
	case logic.Each:
		return l.viewEach(&node, at)
	case logic.AtLeast, logic.AtMost, logic.Unique:
		return l.viewItems(&node, self, at)
	}
	return l.graph.Lit(self)
}

// viewEvery keeps what is said of known names; members with other names are
// dropped before the reader looks.
func (l *Lens) viewEvery(n *logic.Node, self logic.Lit, at Place) logic.Ref {
	known := l.facts(at.reader).knows(l.table)
	if n.Args[0] == logic.False && known.Everything() {
		return l.graph.Lit(self)
	}
	if name, ok := n.Region.Single(); ok {
		if l.flat(n.Args[0]) {
			return l.graph.Lit(self)
		}
		return l.every(class{region: n.Region}, l.view(n.Args[0], l.down(at, nameStep(name))))
	}
	classes, ok := l.members(at)
	if !ok {
		return l.tooLarge()
	}
	l.spend(len(classes))
	var forbidden []string
	var parts []logic.Ref
	for _, c := range classes {
		if c.step.in(n.Region) == logic.No || !known.Everything() && c.step.in(known) == logic.No {
			continue
		}
		name, single := c.region.Single()
		if n.Args[0] == logic.False && single {
			forbidden = append(forbidden, name)
			continue
		}
		parts = append(parts, l.every(c, l.view(n.Args[0], l.down(at, c.step))))
	}
	if len(forbidden) > 0 {
		parts = append(parts, l.graph.Node(logic.Node{Kind: logic.Every, Region: l.table.Region(false, forbidden, nil)}, l.never()))
	}
	return l.graph.And(parts...)
}

// viewCount makes propertyNames and the counts speak of known names only.
func (l *Lens) viewCount(n *logic.Node, self logic.Lit, at Place) logic.Ref {
	known := l.facts(at.reader).knows(l.table)
	if known.Everything() || !n.Region.Everything() {
		return l.graph.Lit(self)
	}
	var args []logic.Ref
	for _, arg := range n.Args {
		args = append(args, l.graph.Lit(arg))
	}
	return l.graph.Node(logic.Node{Kind: n.Kind, N: n.N, Region: known}, args...)
}

func (l *Lens) viewEach(n *logic.Node, at Place) logic.Ref {
	var parts []logic.Ref
	for _, c := range l.items(n.N, n.M, max(l.facts(at.reader).indices, l.facts(at.writer).indices)) {
		parts = append(parts, l.every(c, l.view(n.Args[0], l.down(at, c.step))))
	}
	return l.graph.And(parts...)
}

// viewItems serves statements about all items at once: contains, whose schema
// must look the same at each item, the numbers of items, which dropping names
// leaves alone, and uniqueItems, which it may not.
func (l *Lens) viewItems(n *logic.Node, self logic.Lit, at Place) logic.Ref {
	if n.Kind != logic.Unique && n.Args[0] == logic.True {
		return l.graph.Lit(self)
	}
	r, w := l.facts(at.reader), l.facts(at.writer)
	var places []Place
	known := map[Place]bool{}
	for _, c := range l.items(0, logic.Endless, max(r.indices, w.indices)) {
		if p := l.down(at, c.step); !known[p] {
			known[p] = true
			places = append(places, p)
		}
	}
	if !slices.ContainsFunc(places, func(p Place) bool { return !l.clear(p) }) {
		return l.graph.Lit(self)
	}
	if n.Kind != logic.Unique && len(places) > 1 && n.N == least(n.Kind) {
		return l.viewSome(n, at)
	}
	switch {
	case n.Kind == logic.Unique && len(places) == 1:
		return l.graph.Node(logic.Node{Kind: logic.Unique, Text: seenItems, Seen: l.seen(places[0])})
	case n.Kind == logic.Unique || len(places) > 1:
		return l.graph.Node(logic.Node{Kind: logic.Opaque, Text: seenItems, N: int(self.Node())})
	}
	return l.graph.Node(logic.Node{Kind: n.Kind, N: n.N}, l.view(n.Args[0], places[0]))
}

const seenItems = "items that the reader compares after dropping names"

// least returns the count with which a statement about the number of items is
// one about each of them: one at least, or none at all.
func least(k logic.Kind) int {
	if k == logic.AtLeast {
		return 1
	}
	return 0
}

// viewSome states that an item satisfies, or that none does, what looks
// different from item to item.
func (l *Lens) viewSome(n *logic.Node, at Place) logic.Ref {
	var none []logic.Ref
	for _, c := range l.items(0, logic.Endless, max(l.facts(at.reader).indices, l.facts(at.writer).indices)) {
		none = append(none, l.every(c, l.view(n.Args[0], l.down(at, c.step)).Not()))
	}
	if n.Kind == logic.AtLeast {
		return l.graph.And(none...).Not()
	}
	return l.graph.And(none...)
}

// viewEnum spells out objects and arrays, which may hold unknown names beside
// what is listed.
func (l *Lens) viewEnum(values []*value.Value, at Place) logic.Ref {
	var plain []*value.Value
	var branches []logic.Ref
	for _, v := range values {
		if v.Kind < jsondoc.Array {
			plain = append(plain, v)
		} else {
			branches = append(branches, l.viewValue(v, at))
		}
	}
	branches = append(branches, l.graph.Lit(l.table.Enum(plain)))
	return l.graph.Or(branches...)
}

// viewValue states that a value is v once unknown names are dropped. All names
// in v are known, as the reader's schema lists them.
func (l *Lens) viewValue(v *value.Value, at Place) logic.Ref {
	n := len(v.Items) + len(v.Members)
	switch v.Kind {
	case jsondoc.Array:
		parts := []logic.Ref{
			l.graph.Lit(l.table.Type(logic.Array)),
			l.graph.Node(logic.Node{Kind: logic.AtLeast, N: n}, l.always()),
			l.graph.Node(logic.Node{Kind: logic.AtMost, N: n}, l.always()),
		}
		for i, item := range v.Items {
			parts = append(parts, l.every(class{from: i, to: i + 1}, l.viewValue(item, l.down(at, itemStep(i)))))
		}
		return l.graph.And(parts...)
	case jsondoc.Object:
		known := l.facts(at.reader).knows(l.table)
		parts := []logic.Ref{
			l.graph.Lit(l.table.Type(logic.Object)),
			l.graph.Node(logic.Node{Kind: logic.MaxProps, N: n, Region: known}),
		}
		for _, m := range v.Members {
			parts = append(parts,
				l.graph.Node(logic.Node{Kind: logic.Required, Text: m.Name}),
				l.every(class{region: l.table.Name(m.Name)}, l.viewValue(m.Value, l.down(at, nameStep(m.Name)))))
		}
		return l.graph.And(parts...)
	}
	return l.graph.Lit(l.table.Enum([]*value.Value{v}))
}
