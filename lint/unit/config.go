package unit

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// A config is what the go command says of one unit: vetConfig in
// cmd/go/internal/work.
type config struct {
	ImportPath    string // with " [path.test]" behind it if it is built for a test
	Dir           string
	GoFiles       []string          // absolute; for cgo, what cgo made of them
	GoVersion     string            // such as go1.24
	ModulePath    string            // empty for the standard library
	ModuleVersion string            // empty for a module of the work tree
	ImportMap     map[string]string // by what source code says
	PackageFile   map[string]string // compiled types, by package
	PackageVetx   map[string]string // facts of direct imports, by package
	VetxOnly      bool              // facts are wanted, and no findings
	VetxOutput    string            // where they go
	Stdout        string            // where findings go with -json

	SucceedOnTypecheckFailure bool // the compiler will say it better
}

func readConfig(name string) (*config, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c := &config{}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("parse %s: %w", name, err)
	}
	return c, nil
}

// own reports whether the unit is code of the work tree as it is shipped. What
// is built anew for a test is looked at as it is without.
func (c *config) own() bool {
	if !c.VetxOnly {
		return true
	}
	return c.ModulePath != "" && c.ModuleVersion == "" && !strings.Contains(c.ImportPath, " ")
}

// inModule reports whether a package bears the name of the unit's module. The
// go command hands over no facts of a package whose unit failed.
func (c *config) inModule(path string) bool {
	return path == c.path() || path == c.ModulePath || c.ModulePath != "" && strings.HasPrefix(path, c.ModulePath+"/")
}

// path returns the package's import path.
func (c *config) path() string {
	path, _, _ := strings.Cut(c.ImportPath, " ")
	return path
}

// sources returns the files that are no tests.
func (c *config) sources() []string {
	var out []string
	for _, name := range c.GoFiles {
		if !strings.HasSuffix(name, "_test.go") {
			out = append(out, name)
		}
	}
	return out
}
