package jsonschema

import (
	"context"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/suggest"
)

// renames pairs the properties that vanish with those that appear beside them.
func renames(ctx context.Context, old, new *evctl.Schema, before, after *compile.Schema) []evctl.Finding {
	r := &renamer{ctx: ctx, old: old, new: new, main: after.Root.Doc, oldMain: before.Root.Doc, seen: map[[2]*compile.Site]bool{}}
	r.compare(before.Root, after.Root)
	return r.findings
}

// mayRename reports whether a property vanishes where another one appears,
// whatever they allow. It may be asked of schemas compiled for any policy.
func mayRename(ctx context.Context, before, after *compile.Schema) bool {
	r := &renamer{ctx: ctx, seen: map[[2]*compile.Site]bool{}, glance: true}
	r.compare(before.Root, after.Root)
	return r.any
}

type renamer struct {
	ctx           context.Context
	old, new      *evctl.Schema
	main, oldMain *jsondoc.Document
	seen          map[[2]*compile.Site]bool
	work          int // statements looked at
	findings      []evctl.Finding

	glance, any bool // see mayRename
}

// maxRenameWork bounds the statements that one search for renames looks at:
// schemas that refer to themselves may pair each place with every other.
const maxRenameWork = 1_000_000

func (r *renamer) compare(before, after *compile.Site) {
	pair := [2]*compile.Site{before, after}
	if before.Lit == after.Lit || r.any || r.seen[pair] || r.work > maxRenameWork || r.ctx.Err() != nil {
		return
	}
	r.seen[pair] = true
	was, is := childrenOf(before), childrenOf(after)
	r.work += len(was.list) + len(is.list) + 1
	candidates := is.without(was)
	for _, gone := range was.list {
		same, ok := is.first[childKeyOf(gone)]
		switch {
		case ok:
			r.compare(gone.Sub, same.Sub)
		case gone.Keyword == "properties" && r.glance:
			r.any = r.any || len(candidates) > 0
		case gone.Keyword == "properties":
			if list := candidates[gone.Sub.Lit]; len(list) > 0 {
				i := nearest(gone.Name, list)
				r.report(gone, list[i])
				candidates[gone.Sub.Lit] = slices.Delete(list, i, i+1)
			}
		}
	}
}

// nearest returns the property whose name takes the fewest edits, the first of
// equals. Of many it looks at some only.
func nearest(name string, among []*compile.Part) int {
	best, edits := 0, -1
	for i, p := range among[:min(len(among), maxAlike)] {
		if len(p.Name)+len(name) > maxNames {
			continue
		}
		if d := suggest.Distance(name, p.Name); edits < 0 || d < edits {
			best, edits = i, d
		}
	}
	return best
}

// Bounds on the names that are compared by their spelling.
const (
	maxAlike = 20
	maxNames = 200 // bytes of two names
)

// children are the statements of a schema that lead to members and items.
type children struct {
	list  []*compile.Part
	first map[childKey]*compile.Part
}

type childKey struct {
	keyword, name string
	step          compile.Step
}

func childKeyOf(p *compile.Part) childKey { return childKey{p.Keyword, p.Name, p.Step} }

func childrenOf(s *compile.Site) children {
	c := children{list: reasons.Children(s), first: map[childKey]*compile.Part{}}
	for _, p := range c.list {
		if key := childKeyOf(p); c.first[key] == nil {
			c.first[key] = p
		}
	}
	return c
}

// without lists the properties that the other schema does not have, by what
// their values must satisfy, if anything.
func (c children) without(other children) map[logic.Lit][]*compile.Part {
	appeared := map[logic.Lit][]*compile.Part{}
	for _, p := range c.list {
		key := childKeyOf(p)
		if p.Keyword == "properties" && c.first[key] == p && other.first[key] == nil && p.Sub.Lit != logic.True {
			appeared[p.Sub.Lit] = append(appeared[p.Sub.Lit], p)
		}
	}
	return appeared
}

func (r *renamer) report(gone, appeared *compile.Part) {
	f := rules.ProbableRename.At(evctl.Position{File: r.new.File},
		"property %q is gone and %q, which allows the same values, is new beside it", gone.Name, appeared.Name)
	if appeared.Doc == r.main {
		f.Path = appeared.Pointer()
		f.Position = r.main.PositionOf(f.Path)
		f.Position.File = r.new.File
	}
	if gone.Doc == r.oldMain {
		path := gone.Pointer()
		f.Old = &evctl.OldPosition{Position: r.oldMain.PositionOf(path), Path: path}
		f.Old.File = r.old.File
	}
	f.Key = gone.Name
	f.Remedy = "keep the name " + gone.Name + ", or declare both names and write both until every consumer has moved"
	r.findings = append(r.findings, f)
}
