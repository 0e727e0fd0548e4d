package lenient

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// closed states that a value at the location holds no unknown names, there and
// below.
func (l *Lens) closed(at logic.Lit) logic.Ref {
	if r, ok := l.closing[at]; ok {
		return r
	}
	if at == l.beyond() {
		return l.tooLarge()
	}
	f := l.facts(at)
	switch {
	case at == logic.True || !f.members() && !f.arrays:
		return l.always()
	case len(l.known)-l.before.known > maxPlaces || !l.spend(1):
		return l.tooLarge()
	}
	cell := l.graph.Cell()
	l.closing[at] = cell
	var parts []logic.Ref
	if f.members() {
		parts = append(parts, l.closedMembers(at, f)...)
	}
	if f.arrays {
		for _, c := range l.items(0, logic.Endless, f.indices) {
			parts = append(parts, l.every(c, l.closed(l.step(at, c.step))))
		}
	}
	l.graph.Set(cell, l.graph.And(parts...))
	return cell
}

func (l *Lens) closedMembers(at logic.Lit, f *facts) []logic.Ref {
	others, ok := l.others(f.names, f.spoken)
	if !ok {
		return []logic.Ref{l.tooLarge()}
	}
	known := f.knows(l.table)
	var parts []logic.Ref
	for _, c := range slices.Concat(l.named(deep(f.names, f)), others) {
		if c.step.unnamed && c.step.in(known) != logic.Yes {
			parts = append(parts, l.every(c, l.never()))
		} else {
			parts = append(parts, l.every(c, l.closed(l.step(at, c.step))))
		}
	}
	return parts
}

const tooLarge = "the names known at each place, which patterns or nested alternatives make too many"

// tooLarge stands for what the lens does not work out: more places, or
// patterns at one, than it tells apart. What it would be differs from call to
// call, so no two of these may cancel.
func (l *Lens) tooLarge() logic.Ref {
	l.doubts++
	return l.graph.Node(logic.Node{Kind: logic.Opaque, Text: tooLarge, N: l.doubts})
}
