package lenient

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// facts are what is known of the names at a location.
type facts struct {
	free     bool // every name of an object is known, here and below
	all      bool // every name is known here
	names    []string
	patterns []*logic.Pattern
	spoken   []*logic.Pattern // patterns by which the schema tells names apart
	objects  bool             // an object may stand here
	arrays   bool             // an array may stand here
	indices  int              // items from this index on are alike
	known    *logic.Region    // once knows was asked
	leading  []string         // names whose members something is said of that is not flat
	leads    bool             // and so may be members of other names
}

// deep lists the names, of ascending ones, that something is said of that is
// not flat.
func deep(names []string, sides ...*facts) []string {
	var leading []string
	for _, f := range sides {
		if f.leads {
			return names
		}
		leading = union(leading, f.leading)
	}
	return slices.DeleteFunc(leading, func(name string) bool {
		_, known := slices.BinarySearch(names, name)
		return !known
	})
}

// members reports whether an object at the location may hold unknown names.
func (f *facts) members() bool { return f.objects && !f.free }

// knows returns the region of the names known.
func (f *facts) knows(t *logic.Table) *logic.Region {
	switch {
	case f.known != nil:
	case f.free || f.all:
		f.known = t.Everything()
	default:
		f.known = t.Region(false, f.names, f.patterns)
	}
	return f.known
}

func (l *Lens) facts(at logic.Lit) *facts {
	if f, ok := l.known[at]; ok {
		return f
	}
	f := &facts{objects: l.admits(at, logic.Object), arrays: l.admits(at, logic.Array)}
	f.free = f.objects && l.choose(at, logic.Object, mentions, map[admission]bool{})
	l.gather(at, f, map[int32]bool{})
	slices.Sort(f.names)
	f.names = slices.Compact(f.names)
	slices.Sort(f.leading)
	f.leading = slices.Compact(f.leading)
	l.known[at] = f
	return f
}

// gather collects the names that the nodes reachable in place mention,
// whatever their sign.
func (l *Lens) gather(at logic.Lit, f *facts, seen map[int32]bool) {
	if seen[at.Node()] {
		return
	}
	seen[at.Node()] = true
	n := l.table.Node(at)
	switch n.Kind {
	case logic.And, logic.OneOf:
		l.spend(len(n.Args))
		for _, arg := range n.Args {
			l.gather(arg, f, seen)
		}
	case logic.Mention:
		f.all = f.all || n.Region.Everything()
		f.names = append(f.names, n.Region.Names...)
		f.patterns = addPatterns(f.patterns, n.Region.Patterns)
		f.spoken = addPatterns(f.spoken, n.Region.Patterns)
	case logic.Required:
		f.names = append(f.names, n.Text)
	case logic.Every:
		f.spoken = addPatterns(f.spoken, n.Region.Patterns)
		if name, single := n.Region.Single(); single && !l.flat(n.Args[0]) {
			f.leading = append(f.leading, name)
		} else if !single {
			f.leads = f.leads || !l.flat(n.Args[0])
		}
	case logic.Each:
		f.indices = max(f.indices, n.N)
		if n.M != logic.Endless {
			f.indices = max(f.indices, n.M)
		}
	case logic.Enum:
		l.spend(len(n.Values))
		for _, v := range n.Values {
			f.leads = f.leads || len(v.Members) > 0
			for _, m := range v.Members {
				f.names = append(f.names, m.Name)
			}
			f.indices = max(f.indices, len(v.Items))
		}
	case logic.Opaque:
		f.all, f.leads = true, true
	}
}

func addPatterns(list, more []*logic.Pattern) []*logic.Pattern {
	for _, p := range more {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// flat reports whether a formula looks into no object and no array: where
// nothing else is said no name is unknown, and nothing looks different once
// names are dropped.
func (l *Lens) flat(at logic.Lit) bool {
	id := int(at.Node())
	if id < len(l.flats) && l.flats[id] != 0 {
		return l.flats[id] == isFlat
	}
	if id >= len(l.flats) {
		l.flats = append(l.flats, make([]flatness, l.table.Len()-len(l.flats))...)
	}
	l.flats[id] = isDeep // if it refers to itself
	if l.looksFlat(*l.table.Node(at)) {
		l.flats[id] = isFlat
	}
	return l.flats[id] == isFlat
}

type flatness uint8

const (
	isFlat flatness = iota + 1
	isDeep
)

func (l *Lens) looksFlat(n logic.Node) bool {
	switch n.Kind {
	case logic.And, logic.OneOf:
		return !slices.ContainsFunc(n.Args, func(arg logic.Lit) bool { return !l.flat(arg) })
	case logic.Enum:
		return !slices.ContainsFunc(n.Values, func(v *value.Value) bool { return v.Kind >= jsondoc.Array })
	case logic.Constant, logic.Typed:
		return true
	}
	return n.Kind.Atom() && n.Of&(logic.Object|logic.Array) == 0
}

// mentions reports whether an atom names members of an object.
func mentions(n *logic.Node) bool {
	switch n.Kind {
	case logic.Mention, logic.Required, logic.Every:
		return true
	case logic.Enum:
		return slices.ContainsFunc(n.Values, func(v *value.Value) bool { return v.Kind == jsondoc.Object })
	}
	return false
}

type admission struct {
	at logic.Lit
	of logic.Types
}

// admits reports whether a value of the type may stand at a location.
func (l *Lens) admits(at logic.Lit, t logic.Types) bool {
	return l.choose(at, t, nil, l.admitted)
}

// choose reports whether some choice of branches lets in a value of the type
// without an atom that refused names. It keeps in done what it has found out.
func (l *Lens) choose(at logic.Lit, t logic.Types, refused func(*logic.Node) bool, done map[admission]bool) bool {
	n := l.table.Node(at)
	negative := at.Negative()
	switch n.Kind {
	case logic.And, logic.OneOf:
		key := admission{at, t}
		if chosen, ok := done[key]; ok {
			return chosen
		}
		all := (n.Kind == logic.And) != negative // of the arguments must let it in
		other := slices.ContainsFunc(n.Args, func(arg logic.Lit) bool { return l.choose(arg.With(negative), t, refused, done) != all })
		done[key] = all != other
		return done[key]
	}
	if refused != nil && refused(n) {
		return false
	}
	switch n.Kind {
	case logic.Constant, logic.Mention:
		return !negative
	case logic.Typed:
		return (n.Of&t != 0) != negative
	case logic.Enum:
		return negative || slices.ContainsFunc(n.Values, func(v *value.Value) bool { return logic.TypeOf(v) == t })
	case logic.Opaque:
		return true
	}
	return !negative || n.Of&t != 0
}
