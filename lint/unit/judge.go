package unit

import (
	"path/filepath"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/link"
)

// judge writes the unit's facts, and returns what the wanted rules find in its
// own files.
func (c *config) judge(wanted selection) ([]evctl.Finding, error) {
	if !c.own() {
		return nil, c.writeFacts(nil) // before anything is parsed: these are most units
	}
	known, err := c.facts()
	if err != nil && c.SucceedOnTypecheckFailure {
		return nil, c.writeFacts(nil)
	}
	if err != nil {
		return nil, err
	}
	if err := c.writeFacts(known); err != nil || c.VetxOnly || len(c.sources()) == 0 {
		return nil, err
	}
	return slices.DeleteFunc(known.Judge(c.Dir, link.Medium), func(f evctl.Finding) bool { return !wanted.has(f.Rule) }), nil
}

// facts returns what the unit and its imports do.
func (c *config) facts() (Facts, error) {
	known, err := c.readFacts()
	if err != nil {
		return nil, err
	}
	files := c.sources()
	if len(files) == 0 {
		return known, nil
	}
	p, err := c.check(files)
	if err != nil {
		return nil, err
	}
	p.Own = func(path string) bool { return known[path] != nil || c.inModule(path) }
	return known, known.Add(p)
}

// slashed names a file as positions do.
func slashed(name string) string { return filepath.ToSlash(name) }

// stands reports whether a position is in a folder, not below it.
func stands(p evctl.Position, folder string) bool {
	return filepath.Dir(filepath.FromSlash(p.File)) == folder
}
