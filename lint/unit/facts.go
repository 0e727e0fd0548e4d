package unit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/evctl/evctl/lint/effects"
)

// facts are what packages do, by import path: of one package and of all of the
// work tree that it imports, directly or not. The go command hands over the
// facts of direct imports alone.
type facts map[string]*effects.Package

// readFacts joins the facts of all imports. A file that is empty belongs to a
// package that is not of the work tree.
func (c *config) readFacts() (facts, error) {
	all := facts{}
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

// packages returns all, sorted by path.
func (f facts) packages() []*effects.Package {
	var out []*effects.Package
	for _, p := range f {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *effects.Package) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// writeFacts writes the facts for those that import the unit; none at all for a
// unit that is not of the work tree.
func (c *config) writeFacts(f facts) error {
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
