package search

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// findMentioned lists the names and patterns in the atoms: where a demand
// leaves a member's name open, these are the names that differ.
func (o *object) findMentioned() {
	if o.seen {
		return
	}
	o.seen = true
	var regions []*logic.Region
	known := map[*logic.Region]bool{}
	for _, x := range o.facts {
		switch n := o.table.Node(x.lit); n.Kind {
		case logic.Required:
			o.mentioned = append(o.mentioned, n.Text)
		case logic.Every, logic.Names, logic.MinProps, logic.MaxProps:
			if name, single := n.Region.Single(); single {
				o.mentioned = append(o.mentioned, name)
			} else if !known[n.Region] {
				known[n.Region] = true
				regions = append(regions, n.Region)
			}
		}
	}
	slices.Sort(o.mentioned)
	o.mentioned = slices.Compact(o.mentioned)
	for _, r := range regions {
		o.work += len(r.Names)
		o.mentioned = merge(o.mentioned, r.Names)
		o.mention(r)
	}
	o.work += len(o.facts) + len(o.mentioned)
}

// merge returns the union of two ascending lists without repetitions.
func merge(a, b []string) []string {
	var more []string
	i := 0
	for _, name := range b {
		for i < len(a) && a[i] < name {
			i++
		}
		if i == len(a) || a[i] != name {
			more = append(more, name)
		}
	}
	if len(more) == 0 {
		return a
	}
	a = append(a, more...)
	slices.Sort(a)
	return a
}

// mention notes the patterns of a region.
func (o *object) mention(r *logic.Region) {
	for _, list := range [][]*logic.Pattern{r.Patterns, r.Within} {
		for _, p := range list {
			if p.Compiled != nil && !slices.Contains(o.patterns, p) {
				o.patterns = append(o.patterns, p)
			}
		}
	}
}

// candidates yields the names at hand, those of members first.
func (o *object) candidates(yield func(string) bool) {
	o.work += len(o.members) + len(o.mentioned)
	placed := o.members
	for _, m := range placed {
		if !yield(m.name) {
			return
		}
	}
	for _, name := range o.mentioned {
		if !slices.ContainsFunc(placed, func(m *member) bool { return m.name == name }) && !yield(name) {
			return
		}
	}
}
