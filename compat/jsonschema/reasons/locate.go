package reasons

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// A Location is the sub-schemas of a text that speak of the values at a path,
// as far as the text follows the path.
type Location struct {
	Trail []*compile.Part // the statements that lead there, from the root
	Whole bool            // it is the end of the path, not a parent
	sites []applied
}

// An applied site is one of a location's sub-schemas, with the statements that
// apply it in place.
type applied struct {
	*compile.Site
	via []*compile.Part
}

// Locate follows a path from a schema's root.
func Locate(root *compile.Site, path []compile.Step) Location {
	at := Start(root)
	for _, step := range path {
		if at = at.Down(step); !at.Whole {
			break
		}
	}
	return at
}

// Start is the location of a schema's root.
func Start(root *compile.Site) Location { return Location{sites: inPlace(root), Whole: true} }

// Down follows one more step. From a parent of the path's end it leads nowhere.
func (l Location) Down(step compile.Step) Location {
	if !l.Whole {
		return l
	}
	part, via := follow(l.sites, step)
	if part == nil {
		l.Whole = false
		return l
	}
	return Location{Trail: slices.Concat(l.Trail, via, []*compile.Part{part}), sites: inPlace(part.Sub), Whole: true}
}

// Below is Down for those who do not ask for the trail: it leaves statements
// unlisted where it can, and the trail out.
func (l Location) Below(step compile.Step) Location {
	if !l.Whole {
		return l
	}
	if sub := l.property(step); sub != nil {
		return Location{sites: inPlace(sub), Whole: true}
	}
	part, _ := follow(l.sites, step)
	if part == nil {
		return Location{sites: l.sites}
	}
	return Location{sites: inPlace(part.Sub), Whole: true}
}

// property returns the sub-schema that properties has for the member that the
// step leads to, if the first site says so.
func (l Location) property(step compile.Step) *compile.Site {
	if step.Region == nil {
		return nil
	}
	name, single := step.Region.Single()
	if !single {
		return nil
	}
	sub, _ := l.sites[0].Property(name)
	return sub
}

// inPlace lists a site and those that it applies to the same value as a whole.
func inPlace(root *compile.Site) []applied {
	list := []applied{{Site: root}}
	var known map[*compile.Site]bool
	for i := 0; i < len(list); i++ {
		if !list[i].MayApplyInPlace() {
			continue
		}
		parts := list[i].Parts()
		for j := range parts {
			part := &parts[j]
			if part.Sub == nil || !part.Step.Here() {
				continue
			}
			if known == nil {
				known = map[*compile.Site]bool{root: true}
			}
			if !known[part.Sub] {
				known[part.Sub] = true
				list = append(list, applied{part.Sub, append(slices.Clip(list[i].via), part)})
			}
		}
	}
	return list
}

// follow finds the statement that leads along the step: one for just these
// values rather than one for more.
func follow(sites []applied, step compile.Step) (best *compile.Part, via []*compile.Part) {
	for _, s := range sites {
		parts := s.Parts()
		for i := range parts {
			part := &parts[i]
			if part.Sub == nil || !leads(part.Step, step) {
				continue
			}
			if part.Step == step {
				return part, s.via
			}
			if best == nil {
				best, via = part, s.via
			}
		}
	}
	return best, via
}

func leads(part, step compile.Step) bool {
	if step.Items {
		return part.Items && part.From <= step.From && step.From < part.To
	}
	if part.Region == nil {
		return false
	}
	if name, ok := step.Region.Single(); ok {
		return part.Region.Has(name) == logic.Yes
	}
	return part.Region == step.Region || part.Region.Complement && step.Region.Complement
}

// Find returns the statement with the keyword and name at the location, with
// the trail that leads to it, which ends with it. Without one it returns nil
// and the location's own trail.
func (l Location) Find(keyword, name string) (*compile.Part, []*compile.Part) {
	for _, s := range l.sites {
		parts := s.Parts()
		for i := range parts {
			if part := &parts[i]; part.Keyword == keyword && part.Name == name {
				return part, slices.Concat(l.Trail, s.via, []*compile.Part{part})
			}
		}
	}
	trail := l.Trail
	if len(l.sites) > 1 && len(l.sites[0].Parts()) == 1 { // nothing but a reference
		trail = slices.Concat(trail, l.sites[1].via)
	}
	return nil, trail
}

// Sites lists the sub-schemas at the location.
func (l Location) Sites() []*compile.Site {
	list := make([]*compile.Site, len(l.sites))
	for i, s := range l.sites {
		list[i] = s.Site
	}
	return list
}

// Has reports whether some statement at the location has the keyword.
func (l Location) Has(keyword string) bool {
	return slices.ContainsFunc(l.sites, func(s applied) bool {
		return slices.ContainsFunc(s.Parts(), func(p compile.Part) bool { return p.Keyword == keyword })
	})
}

// Declared lists the names in a region that the text declares as properties.
func (l Location) Declared(region *logic.Region) []string {
	var names []string
	known := map[string]bool{}
	for _, s := range l.sites {
		for _, part := range s.Parts() {
			if part.Keyword == "properties" && !known[part.Name] && region.Has(part.Name) == logic.Yes {
				known[part.Name] = true
				names = append(names, part.Name)
			}
		}
	}
	return names
}

// maxListed bounds the values of enumerations that are told apart.
const maxListed = 200

// enumerated lists the values in enumerations that a formula states of the
// values at a path, whatever the branch, by key.
func enumerated(t *logic.Table, root logic.Lit, path []compile.Step) []*value.Value {
	e := &enumeration{table: t, values: map[string]*value.Value{}, seen: map[logic.Lit]map[int]bool{}}
	e.visit(root, path)
	list := make([]*value.Value, 0, len(e.values))
	for _, v := range e.values {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b *value.Value) int { return compareKeys(a, b) })
	return list[:min(len(list), maxListed)]
}

func compareKeys(a, b *value.Value) int {
	switch {
	case a.Key() < b.Key():
		return -1
	case a.Key() > b.Key():
		return 1
	}
	return 0
}

type enumeration struct {
	table  *logic.Table
	values map[string]*value.Value
	seen   map[logic.Lit]map[int]bool
}

func (e *enumeration) visit(l logic.Lit, path []compile.Step) {
	if e.seen[l][len(path)] {
		return
	}
	if e.seen[l] == nil {
		e.seen[l] = map[int]bool{}
	}
	e.seen[l][len(path)] = true
	n := e.table.Node(l)
	switch {
	case n.Kind == logic.And || n.Kind == logic.OneOf:
		for _, arg := range n.Args {
			e.visit(arg.With(l.Negative()), path)
		}
	case l.Negative():
	case n.Kind == logic.Enum && len(path) == 0:
		for _, v := range n.Values {
			e.values[v.Key()] = v
		}
	case len(path) == 0:
	case n.Kind == logic.Every && path[0].Region != nil && overlap(n.Region, path[0].Region):
		e.visit(n.Args[0], path[1:])
	case n.Kind == logic.Each && path[0].Items && n.N < path[0].To && path[0].From < n.M:
		e.visit(n.Args[0], path[1:])
	}
}

func overlap(a, b *logic.Region) bool {
	if name, ok := b.Single(); ok {
		return a.Has(name) == logic.Yes
	}
	return a == b
}

// Children lists the statements at a site, and at those that it applies in
// place, that lead to members and items.
func Children(root *compile.Site) []*compile.Part {
	var list []*compile.Part
	for _, s := range inPlace(root) {
		parts := s.Parts()
		for i := range parts {
			if part := &parts[i]; part.Sub != nil && !part.Step.Here() {
				list = append(list, part)
			}
		}
	}
	return list
}
