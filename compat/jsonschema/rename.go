package jsonschema

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/jsondoc"
)

// renames pairs the properties that vanish with those that appear beside them.
func renames(new *evctl.Schema, before, after *compile.Schema) []evctl.Finding {
	r := &renamer{new: new, main: after.Root.Doc, oldMain: before.Root.Doc, seen: map[[2]*compile.Site]bool{}}
	r.compare(before.Root, after.Root)
	return r.findings
}

type renamer struct {
	new           *evctl.Schema
	main, oldMain *jsondoc.Document
	seen          map[[2]*compile.Site]bool
	findings      []evctl.Finding
}

func (r *renamer) compare(before, after *compile.Site) {
	if pair := [2]*compile.Site{before, after}; r.seen[pair] {
		return
	} else {
		r.seen[pair] = true
	}
	was, is := reasons.Children(before), reasons.Children(after)
	taken := map[string]bool{}
	for _, gone := range was {
		same, ok := find(is, gone)
		switch {
		case ok:
			r.compare(gone.Sub, same.Sub)
		case gone.Keyword == "properties":
			r.pair(gone, was, is, taken)
		}
	}
}

// pair looks for the new name of a property that is gone.
func (r *renamer) pair(gone *compile.Part, was, is []*compile.Part, taken map[string]bool) {
	for _, candidate := range is {
		if _, old := find(was, candidate); old || candidate.Keyword != "properties" || taken[candidate.Name] {
			continue
		}
		if candidate.Sub.Lit != gone.Sub.Lit || candidate.Sub.Lit == logic.True {
			continue
		}
		taken[candidate.Name] = true
		r.report(gone, candidate)
		return
	}
}

func find(parts []*compile.Part, like *compile.Part) (*compile.Part, bool) {
	for _, p := range parts {
		if p.Keyword == like.Keyword && p.Name == like.Name && p.Step == like.Step {
			return p, true
		}
	}
	return nil, false
}

func (r *renamer) report(gone, appeared *compile.Part) {
	f := rules.ProbableRename.At(evctl.Position{File: r.new.File},
		"property %q is gone and %q, which allows the same values, is new beside it", gone.Name, appeared.Name)
	if appeared.Doc == r.main {
		f.Path, f.Position = appeared.Pointer, r.main.PositionOf(appeared.Pointer)
	}
	if gone.Doc == r.oldMain {
		f.Old = &evctl.OldPosition{Position: r.oldMain.PositionOf(gone.Pointer), Path: gone.Pointer}
	}
	f.Key = gone.Name
	f.Remedy = "keep the name " + gone.Name + ", or declare both names and write both until every consumer has moved"
	r.findings = append(r.findings, f)
}
