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
	im.visit(v, spot{writer: []reasons.Location{reasons.Start(im.Writer)}, reader: []reasons.Location{reasons.Start(im.Reader)}})
	if len(im.leaves) == 0 {
		return v
	}
	all := v
	for _, l := range im.leaves {
		all = put(all, l.way, l.candidates[0])
	}
	if im.proves(v, all, im.leaves) {
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

// A leaf is a scalar of the event, and what may stand there instead, the best
// first.
type leaf struct {
	spot
	candidates []*value.Value
}

// A spot is a value of the event: the way to it, and what both texts say of it
// and of all that it stands in, from the root down.
type spot struct {
	way            []string
	path           []compile.Step
	writer, reader []reasons.Location
}

// down leads to a member or an item. Its siblings share room with it.
func (s spot) down(token string, step compile.Step) spot {
	return spot{
		way:    append(s.way, token),
		path:   append(s.path, step),
		writer: append(s.writer, s.writer[len(s.writer)-1].Down(step)),
		reader: append(s.reader, s.reader[len(s.reader)-1].Down(step)),
	}
}

func (s spot) clone() spot {
	return spot{slices.Clone(s.way), slices.Clone(s.path), slices.Clone(s.writer), slices.Clone(s.reader)}
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
		im.leaves = append(im.leaves, leaf{at.clone(), list})
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
	for _, l := range changed {
		if im.breaksMore(v, next, l.spot) {
			return false
		}
	}
	return true
}

// breaksMore reports whether, on the way to a spot, some statement of the
// reader holds for the values of v and not for those of next.
func (im *improver) breaksMore(v, next *value.Value, at spot) bool {
	for i, location := range at.reader {
		if !location.Whole {
			return false
		}
		for _, s := range location.Sites() {
			parts := s.Parts()
			for j := range parts {
				part := &parts[j]
				if i < len(at.path) && elsewhere(part, at.path[i]) {
					continue
				}
				if im.Table.Eval(part.Lit, v) == logic.Yes && im.Table.Eval(part.Lit, next) != logic.Yes {
					return true
				}
			}
		}
		if i < len(at.path) {
			v, next = child(v, at.path[i]), child(next, at.path[i])
		}
	}
	return false
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
