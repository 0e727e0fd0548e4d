package logic

import (
	"slices"
	"sort"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/pattern"
)

// A Pattern is a regular expression. Patterns of one table are equal only if
// they are one pointer.
type Pattern struct {
	Source   string
	Compiled *pattern.Pattern // nil if Problem is set
	Problem  error            // why the expression is no automaton
}

// Matches judges a string.
func (p *Pattern) Matches(s string) Truth {
	if p.Compiled == nil {
		return Unknown
	}
	return TruthOf(p.Compiled.Match(s))
}

// A Region is a set of property names: those listed and those that match a
// pattern; if Complement is set, all others, of which Within leaves those that
// match all its patterns. Regions of one table are equal only if they are one
// pointer.
type Region struct {
	ID         int
	Names      []string // ascending
	Patterns   []*Pattern
	Complement bool
	Within     []*Pattern
	hash       uint64 // of what it says; see ranking
}

// Has reports whether the name lies in the region.
func (r *Region) Has(name string) Truth {
	in := TruthOf(r.lists(name))
	for _, p := range r.Patterns {
		if in == Yes {
			break
		}
		in = max(in, p.Matches(name))
	}
	if !r.Complement {
		return in
	}
	in = in.Not()
	for _, p := range r.Within {
		if in == No {
			break
		}
		in = min(in, p.Matches(name))
	}
	return in
}

func (r *Region) lists(name string) bool {
	if len(r.Names) == 1 {
		return r.Names[0] == name
	}
	i := sort.SearchStrings(r.Names, name)
	return i < len(r.Names) && r.Names[i] == name
}

// Single returns the region's only name, if it is one listed name.
func (r *Region) Single() (string, bool) {
	if r.Complement || len(r.Patterns) > 0 || len(r.Names) != 1 {
		return "", false
	}
	return r.Names[0], true
}

// Everything reports whether every name lies in the region.
func (r *Region) Everything() bool {
	return r.Complement && len(r.Names)+len(r.Patterns)+len(r.Within) == 0
}

// Empty reports whether no name lies in the region.
func (r *Region) Empty() bool {
	return !r.Complement && len(r.Names) == 0 && len(r.Patterns) == 0
}

// Pattern returns the table's pattern with that source.
func (t *Table) Pattern(source string) *Pattern {
	if p, ok := t.patterns[source]; ok {
		return p
	}
	p := &Pattern{Source: source}
	p.Compiled, p.Problem = pattern.Compile(source)
	t.patterns[source] = p
	return p
}

// Region returns the table's region of the names and patterns.
func (t *Table) Region(complement bool, names []string, patterns []*Pattern) *Region {
	return t.RegionWithin(complement, names, patterns, nil)
}

// RegionWithin returns the table's region, narrowed to names that match all
// the patterns in within; only a complement can be narrowed.
func (t *Table) RegionWithin(complement bool, names []string, patterns, within []*Pattern) *Region {
	r := &Region{
		Names: slices.Clone(names), Patterns: sortPatterns(patterns), Complement: complement, Within: sortPatterns(within),
	}
	slices.Sort(r.Names)
	r.Names = slices.Compact(r.Names)
	k := newKey(0, complement)
	k.number(len(r.Names))
	for _, name := range r.Names {
		k.text(name)
	}
	for _, list := range [][]*Pattern{r.Patterns, r.Within} {
		k.number(len(list))
		for _, p := range list {
			k.text(p.Source)
		}
	}
	if known, ok := t.regions[string(k)]; ok {
		return known
	}
	var said ranking
	said.text(k)
	r.ID, r.hash = len(t.regions), said.hash
	t.regions[string(k)] = r
	return r
}

func sortPatterns(patterns []*Pattern) []*Pattern {
	patterns = slices.Clone(patterns)
	slices.SortFunc(patterns, func(a, b *Pattern) int { return strings.Compare(a.Source, b.Source) })
	return slices.Compact(patterns)
}

// Name returns the region of one name.
func (t *Table) Name(name string) *Region {
	r, ok := t.names[name]
	if !ok {
		r = t.Region(false, []string{name}, nil)
		t.names[name] = r
	}
	return r
}

// Everything returns the region of all names.
func (t *Table) Everything() *Region { return t.Region(true, nil, nil) }
