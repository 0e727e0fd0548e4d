package unit

import (
	"path/filepath"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
	"github.com/evctl/evctl/lint/rules"
)

// judge writes the unit's facts, and returns what is found in its own files.
// Hints are left out, since for the go command whatever is found is a failure;
// so is what the code names an exception for, which evctl lint judges.
func (c *config) judge() ([]evctl.Finding, error) {
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
	found := lint.Judge(link.Join(known.packages()), link.Medium)
	return slices.DeleteFunc(found, func(f evctl.Finding) bool {
		return f.Severity < evctl.Warning || f.Exempt != "" || f.Rule == rules.UnusedIgnore.ID || filepath.Dir(filepath.FromSlash(f.Position.File)) != c.Dir
	}), nil
}

// facts returns what the unit and its imports do.
func (c *config) facts() (facts, error) {
	known, err := c.readFacts()
	if err != nil {
		return nil, err
	}
	files := c.sources()
	if len(files) == 0 {
		return known, nil
	}
	words, err := catalog.Default()
	if err != nil {
		return nil, err
	}
	p, err := c.check(files)
	if err != nil {
		return nil, err
	}
	p.Own = func(path string) bool { return known[path] != nil || c.inModule(path) }
	known[p.Path] = effects.Summarize(p, effects.Config{Catalog: words, Own: p.Own, File: filepath.ToSlash})
	return known, nil
}
