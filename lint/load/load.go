package load

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// Config says what to load.
type Config struct {
	Dir        string            // a folder of the main module, absolute
	Patterns   []string          // as go list takes them
	Tags       []string          // build tags
	Tests      bool              // look at test files too
	Overlay    map[string][]byte // contents by absolute file name; nil for a file that is gone
	FirstParty []string          // import paths, with all below them, that count as the repository's own
	Network    bool              // modules may be downloaded
	Env        []string          // more of the environment of the go command

	// Cached reports whether somebody knows what an own package does already,
	// so that it need not be visited. Its key stands for all that it depends
	// on, and for Salt.
	Cached func(path, key string) bool
	Salt   string
}

// A Package is one package of the repository, type-checked as far as possible.
type Package struct {
	Path    string
	Dir     string
	Fset    *token.FileSet
	Files   []*ast.File
	Types   *types.Package
	Info    *types.Info
	Matched bool   // it matches a pattern; else the matching ones import it
	Key     string // see [Config.Cached]
	Clean   bool   // it type-checks
	// Own reports whether a package that it imports, directly or not, is the
	// repository's own.
	Own func(path string) bool
}

// A Result says what was loaded, and what was not.
type Result struct {
	Packages []string  // of the repository, sorted
	Broken   []Broken  // packages with errors, sorted; some were analysed in part
	Missing  []Missing // imports of own packages that could not be found, sorted

	checker *checker
}

// Importers returns the folders of the repository's packages that stand in one
// of the folders or import one that does, directly or not.
func (r Result) Importers(folders map[string]bool) map[string]bool {
	hit, out := map[*unit]bool{}, map[string]bool{}
	for _, u := range r.checker.units { // imports come first
		if u.own && (folders[u.Dir] || slices.ContainsFunc(r.checker.imports(u), func(i *unit) bool { return hit[i] })) {
			hit[u], out[u.Dir] = true, true
		}
	}
	return out
}

// A Missing import could not be found.
type Missing struct {
	Path string
	At   token.Position // of the first import
}

// Load type-checks the packages that match and what they import, and calls
// visit once for each that is the repository's own, after those it imports; two
// may be visited at once. The error is [ErrNoModule], [ErrNoGo], or what the
// go command says.
func Load(ctx context.Context, c Config, visit func(*Package)) (Result, error) {
	if len(c.Patterns) == 0 {
		c.Patterns = []string{"./..."}
	}
	packages, err := list(ctx, c)
	if err != nil {
		return Result{}, err
	}
	k := newChecker(c, packages, visit)
	if err := k.run(ctx); err != nil {
		return Result{}, err
	}
	return k.result(), nil
}

// isOwn reports whether the package belongs to the repository: to the main
// module, to one of the workspace, to one that a folder replaces, or to one
// that the configuration names.
func (c Config) isOwn(p *listed) bool {
	if p.Standard {
		return false
	}
	if p.Module == nil {
		return !strings.Contains(filepath.ToSlash(p.Dir), "/vendor/") || c.named(p.ImportPath)
	}
	return p.Module.Main || p.Module.Replace != nil && p.Module.Replace.Version == "" && !isStub(p) || c.named(p.ImportPath)
}

// isStub reports whether a folder replaces a module of another name inside a
// folder named third_party, vendor or testdata: a copy, not own code.
func isStub(p *listed) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(p.Module.Replace.Path), "/"), func(part string) bool {
		return part == "third_party" || part == "vendor" || part == "testdata"
	})
}

func (c Config) named(path string) bool {
	return slices.ContainsFunc(c.FirstParty, func(prefix string) bool {
		return path == prefix || strings.HasPrefix(path, strings.TrimSuffix(prefix, "/")+"/")
	})
}
