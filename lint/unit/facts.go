package unit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
	"github.com/evctl/evctl/lint/load"
	"github.com/evctl/evctl/lint/rules"
)

// Facts are what packages do, by import path: of one package and of all of the
// repository that it imports, directly or not.
type Facts map[string]*effects.Package

// Add notes what a package does whose imports are there. Its Own says which
// packages are of the repository.
func (f Facts) Add(p *load.Package, sinks ...catalog.Entry) error {
	known, err := catalog.Default()
	if err != nil {
		return err
	}
	f[p.Path] = effects.Summarize(p, effects.Config{Catalog: known.With(sinks...), Own: p.Own, File: slashed, Sinks: sinks})
	return nil
}

// Judge returns what is found in one package, whose files are those of a folder;
// file names are absolute, with slashes. Hints are left out, since for drivers
// that ask for one package whatever is found is a failure; so is what the code
// names an exception for, which evctl lint judges.
func (f Facts) Judge(folder string, least link.Confidence) []evctl.Finding {
	found := lint.Judge(link.Join(f.packages()), least)
	return slices.DeleteFunc(found, func(f evctl.Finding) bool {
		return f.Severity < evctl.Warning || f.Exempt != "" || f.Rule == rules.UnusedIgnore.ID || !stands(f.Position, folder)
	})
}

// packages returns all, sorted by path.
func (f Facts) packages() []*effects.Package {
	var out []*effects.Package
	for _, p := range f {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *effects.Package) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// readFacts joins the facts of all imports: the go command hands over those of
// direct imports alone. A file that is empty belongs to a package that is not of
// the work tree.
func (c *config) readFacts() (Facts, error) {
	all := Facts{}
	for _, name := range c.PackageVetx {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if len(text) == 0 {
			continue
		}
		var packages []*effects.Package
		if err := json.Unmarshal(text, &packages); err != nil {
			return nil, fmt.Errorf("parse facts %s: %w", name, err)
		}
		for _, p := range packages {
			all[p.Path] = p
		}
	}
	return all, nil
}

// writeFacts writes the facts for those that import the unit; none at all for a
// unit that is not of the work tree.
func (c *config) writeFacts(f Facts) error {
	if c.VetxOutput == "" {
		return nil
	}
	var text bytes.Buffer
	if len(f) > 0 {
		if err := json.NewEncoder(&text).Encode(f.packages()); err != nil {
			return fmt.Errorf("write facts of %s: %w", c.ImportPath, err)
		}
	}
	return os.WriteFile(c.VetxOutput, text.Bytes(), 0o600)
}
