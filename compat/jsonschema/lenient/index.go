package lenient

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// An index sorts the arguments of a conjunction or a choice by the member or
// item that they speak of: a step must not look at all of them where there
// are thousands, each of another name.
type index struct {
	named  map[string][]logic.Lit // of one member
	at     map[int][]logic.Lit    // of one item
	others []logic.Lit            // of several; of those that say the same at every step, one
}

type indexKey struct {
	node int32
	item bool
}

// minIndexed is the number of arguments that an index is worth while for.
const minIndexed = 16

// speaking returns the arguments of a node that may differ in what they say
// of the values that the step leads to.
func (l *Lens) speaking(args []logic.Lit, node int32, s *step) []logic.Lit {
	if len(args) < minIndexed {
		return args
	}
	key := indexKey{node, s.item}
	x, ok := l.indices[key]
	if !ok {
		x = l.newIndex(args, s.item)
		l.indices[key] = x
	}
	switch {
	case s.item:
		return append(slices.Clip(x.others), x.at[s.index]...)
	case !s.unnamed:
		return append(slices.Clip(x.others), x.named[s.name]...)
	}
	return x.others
}

func (l *Lens) newIndex(args []logic.Lit, item bool) *index {
	x := &index{named: map[string][]logic.Lit{}, at: map[int][]logic.Lit{}}
	l.spend(len(args))
	elsewhere := step{item: item, unnamed: true, index: logic.Endless}
	w := walker{Lens: l, step: &elsewhere}
	alike := map[[2]logic.Lit]bool{}
	for _, arg := range args {
		n := l.table.Node(arg)
		switch single := x.file(n, arg, item); {
		case single && len(x.named)+len(x.at) > 2:
		case single, varies(n.Kind):
			x.others = append(x.others, arg)
		default:
			if says := [2]logic.Lit{w.walk(arg), w.walk(arg.Not())}; !alike[says] {
				alike[says] = true
				x.others = append(x.others, arg)
			}
		}
	}
	return x
}

// file notes an argument that speaks of one member or item only. What it says
// of all others is the same for all such arguments: two of them, of different
// names, are enough to say it at any step.
func (x *index) file(n *logic.Node, arg logic.Lit, item bool) bool {
	switch {
	case n.Kind == logic.Every && !item:
		name, single := n.Region.Single()
		if single {
			x.named[name] = append(x.named[name], arg)
		}
		return single
	case n.Kind == logic.Each && item && n.M == n.N+1:
		x.at[n.N] = append(x.at[n.N], arg)
		return true
	}
	return false
}

// varies reports whether what a node says depends on the step.
func varies(k logic.Kind) bool {
	switch k {
	case logic.And, logic.OneOf, logic.Enum, logic.Every, logic.Each, logic.AtLeast, logic.AtMost:
		return true
	}
	return false
}
