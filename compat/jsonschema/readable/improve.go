package readable

import (
	"slices"
	"strconv"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Proof is what a witness must keep to.
type Proof struct {
	Table  *logic.Table
	Writes logic.Lit // the event satisfies it
	Breaks logic.Lit // and violates this
	// Writer and Reader are the texts that examples come from.
	Writer, Reader *compile.Site
	// At is the JSON pointer of the value in question; Fixed says that it stays.
	At    string
	Fixed bool
}

// Bounds on the work for one witness.
const (
	maxLeaves = 32
	maxTrials = 48 // evaluations of a whole event
)

// Improve returns an event like v that proves the same, with declared examples,
// defaults and samples of formats in the place of values that were free, and
// the pointer of the value in question, which may have another name by then.
func Improve(p Proof, v *value.Value) (event *value.Value, at string) {
	im := improver{Proof: p, trials: maxTrials}
	v = im.rename(v)
	return im.fill(v), im.At
}

// fill puts candidates in the place of leaves: all at once, or one by one if
// they do not agree with each other.
func (im *improver) fill(v *value.Value) *value.Value {
	im.visit(v, im.root())
	if len(im.leaves) == 0 {
		return v
	}
	if all := putAll(v, im.leaves, 0); im.proves(v, all, im.leaves) {
		return all
	}
	for _, l := range im.leaves {
		for _, candidate := range l.candidates {
			if next := put(v, l.way, candidate); im.proves(v, next, []leaf{l}) {
				v = next
				break
			}
		}
	}
	return v
}

type improver struct {
	Proof
	leaves []leaf
	trials int
	seen   int
}

// A leaf is a scalar of the event, the way to it, what the reader says of it and
// of all that it stands in, and what may stand there instead, the best first.
type leaf struct {
	way        []string
	path       []compile.Step
	reader     []level
	candidates []*value.Value
}

// A spot is a value of the event: the way to it, and what both texts say of it
// and of all that it stands in, from the root down.
type spot struct {
	way            []string
	path           []compile.Step
	writer, reader []level
}

// A level is what a text says of one value, with the examples and defaults that
// it declares for it.
type level struct {
	reasons.Location
	declared []*jsondoc.Node
}

func levelAt(at reasons.Location) level { return level{at, declared(at)} }

// shallow is the depth of most events.
const shallow = 8

// root is the event itself, with room for what is below it.
func (im *improver) root() spot {
	return spot{
		way:    make([]string, 0, shallow),
		path:   make([]compile.Step, 0, shallow),
		writer: append(make([]level, 0, shallow), levelAt(reasons.Start(im.Writer))),
		reader: append(make([]level, 0, shallow), levelAt(reasons.Start(im.Reader))),
	}
}

// down leads to a member or an item. Its siblings share room with it.
func (s spot) down(token string, step compile.Step) spot {
	return spot{
		way:    append(s.way, token),
		path:   append(s.path, step),
		writer: append(s.writer, levelAt(s.writer[len(s.writer)-1].Below(step))),
		reader: append(s.reader, levelAt(s.reader[len(s.reader)-1].Below(step))),
	}
}

// visit lists the leaves of the event that have candidates.
func (im *improver) visit(v *value.Value, at spot) {
	if im.seen == maxLeaves {
		return
	}
	for _, m := range v.Members {
		im.visit(m.Value, at.down(m.Name, compile.Step{Region: im.Table.Name(m.Name)}))
	}
	for i, item := range v.Items {
		im.visit(item, at.down(strconv.Itoa(i), compile.Step{Items: true, From: i, To: i + 1}))
	}
	if v.Kind == jsondoc.Object || v.Kind == jsondoc.Array || im.Fixed && pointer(at.way) == im.At {
		return
	}
	im.seen++
	if list := im.candidates(v, at); len(list) > 0 {
		im.leaves = append(im.leaves, leaf{slices.Clone(at.way), slices.Clone(at.path), slices.Clone(at.reader), list})
	}
}

// proves reports whether next, which differs from the event v at the leaves,
// proves what v does and breaks nothing else.
func (im *improver) proves(v, next *value.Value, changed []leaf) bool {
	if im.trials--; im.trials < 0 {
		return false
	}
	if im.Table.Eval(im.Writes, next) != logic.Yes || im.Table.Eval(im.Breaks, next) != logic.No {
		return false
	}
	var before leaf
	held := 0
	for _, l := range changed {
		common := shared(l.way, before.way)
		if common <= held {
			var more bool
			if more, held = im.breaksMore(v, next, l, before, common); more {
				return false
			}
		}
		before = l
	}
	return true
}

// shared returns how many steps two ways have in common.
func shared(a, b []string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// breaksMore reports whether, on the way to a leaf, some statement of the
// reader holds for the values of v and not for those of next. What was looked at
// on the way to the leaf before it, common steps, is passed over. Held is the
// number of steps after which all that leads on holds for next.
func (im *improver) breaksMore(v, next *value.Value, l, before leaf, common int) (more bool, held int) {
	for i, location := range l.reader {
		if !location.Whole {
			break
		}
		if i >= common {
			more, all := im.breaksHere(v, next, location, func(part *compile.Part) bool {
				return i < len(l.path) && elsewhere(part, l.path[i])
			}, func(part *compile.Part) bool {
				return i == common && i < len(before.path) && !elsewhere(part, before.path[i])
			})
			if more || all {
				return more, i
			}
		}
		if i < len(l.path) {
			v, next = child(v, l.path[i]), child(next, l.path[i])
		}
	}
	return false, len(l.way)
}

// breaksHere reports whether some statement at the location, but for those to
// pass over and those seen already, holds for one value and not for the next; and
// whether all that lead on hold for the next, so that no more need be looked at.
func (im *improver) breaksHere(v, next *value.Value, at level, pass, seen func(*compile.Part) bool) (more, all bool) {
	all = true
	for _, s := range at.Sites() {
		parts := s.Parts()
		for j := range parts {
			part := &parts[j]
			switch {
			case pass(part):
			case seen(part):
				all = all && part.Sub == nil
			case im.Table.Eval(part.Lit, next) == logic.Yes:
			case im.Table.Eval(part.Lit, v) == logic.Yes:
				return true, false
			default:
				all = all && part.Sub == nil
			}
		}
	}
	return false, all
}

// elsewhere reports whether a statement is about members that a step does not
// lead to.
func elsewhere(part *compile.Part, step compile.Step) bool {
	if part.Sub == nil || part.Step.Region == nil || step.Region == nil {
		return false
	}
	name, single := step.Region.Single()
	return single && part.Step.Region.Has(name) == logic.No
}

// child returns the member or item that a step to just one leads to.
func child(v *value.Value, s compile.Step) *value.Value {
	if s.Items {
		return v.Items[s.From]
	}
	name, _ := s.Region.Single()
	return v.Get(name)
}

// putAll returns v with the first candidates in the place of the leaves, which
// stand below it in this order; depth is that of v.
func putAll(v *value.Value, leaves []leaf, depth int) *value.Value {
	if len(leaves[0].way) == depth {
		return leaves[0].candidates[0]
	}
	below := func(at *value.Value, token string) *value.Value {
		n := 0
		for n < len(leaves) && leaves[n].way[depth] == token {
			n++
		}
		if n > 0 {
			at = putAll(at, leaves[:n], depth+1)
		}
		leaves = leaves[n:]
		return at
	}
	if v.Kind == jsondoc.Array {
		items := slices.Clone(v.Items)
		for i, item := range items {
			items[i] = below(item, strconv.Itoa(i))
		}
		return value.Array(items)
	}
	members := slices.Clone(v.Members)
	for i, m := range members {
		members[i].Value = below(m.Value, m.Name)
	}
	return value.Object(members)
}

// put returns v with another value at the end of the way.
func put(v *value.Value, way []string, to *value.Value) *value.Value {
	if len(way) == 0 {
		return to
	}
	if v.Kind == jsondoc.Array {
		i, _ := strconv.Atoi(way[0])
		items := append([]*value.Value(nil), v.Items...)
		items[i] = put(items[i], way[1:], to)
		return value.Array(items)
	}
	members := append([]value.Member(nil), v.Members...)
	for i, m := range members {
		if m.Name == way[0] {
			members[i].Value = put(m.Value, way[1:], to)
		}
	}
	return value.Object(members)
}

func pointer(way []string) string {
	text := ""
	for _, token := range way {
		text += "/" + jsondoc.EscapePointer(token)
	}
	return text
}
