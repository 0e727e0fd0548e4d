// Package changelog lists what differs between two versions of a schema and
// which of it breaks whom.
//
// Call [Compare] with the two schemas and a Decider. The list says what was
// added, removed and changed, element by element and in words; whether that
// hurts is the Decider's verdict, never a guess of this package.
package changelog

import (
	"context"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/jsondoc"
)

// between lists the differences in the order of their paths. Each carries the
// directions of those errors that speak of it: of its path, of something below
// it, of it by name at its parent, or of all that it is part of. Errors that speak of no difference are
// returned apart. The error means that a schema does not parse.
func between(ctx context.Context, old, new *evctl.Schema, findings []evctl.Finding) ([]report.Change, []evctl.Finding, error) {
	before, err := parse(ctx, old)
	if err != nil {
		return nil, nil, err
	}
	after, err := parse(ctx, new)
	if err != nil {
		return nil, nil, err
	}
	d := differ{words: words(new.Format, before, after)}
	d.compare("", before.root, after.root)
	var elsewhere []evctl.Finding
	for _, f := range findings {
		if f.Severity == evctl.Error && !d.blame(f, before, after) {
			elsewhere = append(elsewhere, f)
		}
	}
	if new.Format == evctl.JSON {
		d.foldRequired()
	}
	return d.changes, elsewhere, nil
}

// foldRequired makes one change of a property that came or went and of its
// place in the list of required ones.
func (d *differ) foldRequired() {
	properties := map[string]int{}
	for i, c := range d.changes {
		properties[string(c.Kind)+c.Path] = i
	}
	var folded []int
	for i, c := range d.changes {
		object, ok := strings.CutSuffix(c.Path, "/required")
		property, known := properties[string(c.Kind)+object+"/properties/"+jsondoc.EscapePointer(unquote(c.Old+c.New))]
		if ok && known {
			addBreaks(&d.changes[property], c.Breaks)
			folded = append(folded, i)
		}
	}
	for _, i := range slices.Backward(folded) {
		d.changes = slices.Delete(d.changes, i, i+1)
	}
}

// blame adds the finding's directions to the changes that it speaks of.
func (d *differ) blame(f evctl.Finding, before, after tree) bool {
	best := 0
	ranks := make([]int, len(d.changes))
	for i, c := range d.changes {
		ranks[i] = relevance(f, c, before, after)
		best = max(best, ranks[i])
	}
	for i := range d.changes {
		if c := &d.changes[i]; best > 0 && ranks[i] == best {
			addBreaks(c, split(f.Direction))
		}
	}
	return best > 0
}

func addBreaks(c *report.Change, directions []evctl.Direction) {
	c.Breaks = append(c.Breaks, directions...)
	slices.Sort(c.Breaks)
	c.Breaks = slices.Compact(c.Breaks)
}

func split(d evctl.Direction) []evctl.Direction {
	switch d {
	case "":
		return nil
	case evctl.Both:
		return []evctl.Direction{evctl.Backward, evctl.Forward}
	}
	return []evctl.Direction{d}
}

// relevance tells how closely a finding speaks of a change: 4 of this member of
// a set, 3 of its path or something below it, 2 of its name, at a parent, 1 of
// all that the change is part of, 0 not.
func relevance(f evctl.Finding, c report.Change, before, after tree) int {
	places := []string{after.named(f.Path)}
	if f.Old != nil {
		places = append(places, before.named(f.Old.Path))
	}
	best := 0
	for _, place := range places {
		rest, below := strings.CutPrefix(c.Path, place+"/")
		switch {
		case f.Key != "" && unquote(c.Old+c.New) == unquote(f.Key) && (below || place == c.Path):
			return 4
		case place == c.Path, strings.HasPrefix(place, c.Path+"/"):
			best = 3
		case f.Key != "" && below && slices.Contains(strings.Split(rest, "/"), f.Key):
			best = max(best, 2)
		case below && place != "":
			best = max(best, 1)
		}
	}
	return best
}

func unquote(text string) string {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}

// A node is an element of a schema: a value as text, or named parts, or a set.
type node struct {
	kind  string // of a Protobuf element: message, field, …
	text  string
	parts map[string]*node
	set   []string
}

type differ struct {
	words   wording
	changes []report.Change
}

// add reports an element that came, went or differs; old or new may be nil.
func (d *differ) add(kind report.ChangeKind, path string, old, new *node) {
	c := report.Change{Kind: kind, Path: path, Summary: d.words(kind, tokens(path), old, new), Breaks: []evctl.Direction{}}
	if old != nil {
		c.Old = old.String()
	}
	if new != nil {
		c.New = new.String()
	}
	d.changes = append(d.changes, c)
}

func (d *differ) compare(path string, old, new *node) {
	switch {
	case old.parts != nil && new.parts != nil:
		d.parts(path, old.parts, new.parts)
	case old.set != nil && new.set != nil:
		d.sets(path, old.set, new.set)
	case old.String() != new.String():
		d.add(report.Changed, path, old, new)
	}
}

func (d *differ) parts(path string, old, new map[string]*node) {
	for _, name := range names(old, new) {
		at := path + "/" + name
		was, is := old[name], new[name]
		switch {
		case name == "required" && one(was, is).set != nil: // absent is empty
			d.sets(at, members(was), members(is))
		case was == nil:
			d.add(report.Added, at, nil, is)
		case is == nil:
			d.add(report.Removed, at, was, nil)
		default:
			d.compare(at, was, is)
		}
	}
}

// sets reports every member that came or went, at the set's own path.
func (d *differ) sets(path string, old, new []string) {
	for _, member := range old {
		if !slices.Contains(new, member) {
			d.add(report.Removed, path, &node{text: member}, nil)
		}
	}
	for _, member := range new {
		if !slices.Contains(old, member) {
			d.add(report.Added, path, nil, &node{text: member})
		}
	}
}

func members(n *node) []string {
	if n == nil {
		return nil
	}
	return n.set
}

func names(old, new map[string]*node) []string {
	var all []string
	for name := range old {
		all = append(all, name)
	}
	for name := range new {
		if old[name] == nil {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// String is the element in a line.
func (n *node) String() string {
	switch {
	case n.set != nil:
		return "[" + strings.Join(n.set, ", ") + "]"
	case n.parts == nil:
		return n.text
	}
	var parts []string
	for _, name := range names(n.parts, nil) {
		parts = append(parts, name+": "+n.parts[name].String())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
