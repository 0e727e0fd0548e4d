package search

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// values gives every item its value, different ones if the items are unique.
func (a *array) values() outcome {
	var doubt *outcome
	used := make([]*value.Value, 0, len(a.slots))
	for i := range a.slots {
		out := a.itemValue(i, used)
		switch {
		case out.status == Empty && len(used) > 0 && a.unique != nil:
			return a.match()
		case out.status == Empty:
			return out
		case out.status == Unknown:
			doubt = &out
		default:
			a.slots[i].value = out.value
			if a.unique != nil {
				used = append(used, out.value)
			}
		}
	}
	if doubt != nil {
		return *doubt
	}
	return a.build()
}

// itemValue solves one item, apart from the values given.
func (a *array) itemValue(at int, except []*value.Value) outcome {
	if twin := a.slots[at].twin; twin >= 0 {
		return a.twins(twin, at)
	}
	state := a.state(at)
	for later := at + 1; later < len(a.slots); later++ { // an item with a later twin satisfies both
		if a.slots[later].twin == at {
			state = append(state, a.state(later)...)
		}
	}
	if s := &a.slots[at]; s.seen.lit != logic.True {
		return a.alike(s, state, except)
	}
	if len(except) > 0 {
		state = append(state, sourced{a.table.Enum(except).Not(), a.unique.why})
	}
	out := a.inner(state)
	out.core = out.core.or(a.existence())
	return out
}

// alike solves an item that looks as an earlier one. That there is none is no
// proof: another earlier one might have one.
func (a *array) alike(s *slot, state []sourced, except []*value.Value) outcome {
	seen, first := a.table.Node(s.seen.lit).Seen, a.slots[s.like].value
	if first != nil {
		if first = seen.Project(first); first != nil {
			state = append(state, sourced{seen.Same(first), s.seen.why})
			if len(except) > 0 {
				state = append(state, sourced{a.table.Enum(except).Not(), a.unique.why})
			}
			if out := a.inner(state); out.status != Empty {
				return out
			}
		}
	}
	return doubtful(Doubt{Kind: Reference, Atom: s.seen.lit})
}

func (a *array) twins(first, second int) outcome {
	if a.unique != nil {
		return empty(a.existence().or(a.unique.why))
	}
	return found(a.slots[first].value)
}

func (a *array) build() outcome {
	size := 0
	items := make([]*value.Value, len(a.slots))
	for i := range a.slots {
		items[i] = a.slots[i].value
		size += len(items[i].Key())
	}
	if size > maxValue {
		return doubtful(Doubt{Kind: Large})
	}
	return found(value.Array(items))
}

// match settles unique items that greedy choice could not: each item gets up
// to as many candidates as there are items, and a bipartite matching tells
// whether all can differ (Hall: more candidates never help).
func (a *array) match() outcome {
	n := len(a.slots)
	candidates := make([][]*value.Value, n)
	for i := range a.slots {
		if s := a.slots[i].seen; s.lit != logic.True {
			return doubtful(Doubt{Kind: Reference, Atom: s.lit})
		}
		for len(candidates[i]) < n {
			out := a.itemValue(i, candidates[i])
			if out.status == Unknown {
				return out
			}
			if out.status == Empty {
				break
			}
			candidates[i] = append(candidates[i], out.value)
		}
	}
	holder := map[string]int{}
	for i := range a.slots {
		if !assign(i, candidates, holder, map[string]bool{}) {
			return empty(a.everything())
		}
	}
	for key, i := range holder {
		for _, v := range candidates[i] {
			if v.Key() == key {
				a.slots[i].value = v
			}
		}
	}
	return a.build()
}

// assign finds item i a value, moving others along an augmenting path.
func assign(i int, candidates [][]*value.Value, holder map[string]int, tried map[string]bool) bool {
	for _, v := range candidates[i] {
		if tried[v.Key()] {
			continue
		}
		tried[v.Key()] = true
		other, taken := holder[v.Key()]
		if !taken || assign(other, candidates, holder, tried) {
			holder[v.Key()] = i
			return true
		}
	}
	return false
}

// everything is what all facts about the array rest on.
func (a *array) everything() deps {
	d := a.existence().or(a.limitWhy)
	for _, x := range a.facts {
		if k := a.table.Node(x.lit).Kind; k == logic.Each || k == logic.AtLeast || k == logic.AtMost || k == logic.Unique {
			d = d.or(x.why)
		}
	}
	return d
}
