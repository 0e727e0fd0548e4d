package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// A checker type-checks packages, each after those it imports.
type checker struct {
	config Config
	units  []*unit
	byPath map[string]*unit
	visit  func(*Package)

	mu      sync.Mutex
	missing map[string]token.Position // where an own package first imports it
	broken  []Broken
}

// A unit is one package under way.
type unit struct {
	*listed
	order   int // in the list
	own     bool
	key     string            // of all that its summary depends on
	shown   string            // of all that those that import it can see
	sources map[string][]byte // own files
	cached  bool              // somebody knows what it does
	needed  bool
	done    chan struct{}
	types   *types.Package // once done; nil if it could not be had
}

func newChecker(c Config, packages []*listed, visit func(*Package)) *checker {
	k := &checker{config: c, byPath: map[string]*unit{}, visit: visit, missing: map[string]token.Position{}}
	for i, p := range packages {
		u := &unit{listed: p, order: i, own: c.isOwn(p), done: make(chan struct{})}
		k.units = append(k.units, u)
		k.byPath[p.ImportPath] = u
	}
	k.addKeys()
	k.findNeeded()
	return k
}

// run checks all packages. The order of go list puts imports first, so that a
// worker never waits for a package that no worker has begun.
func (k *checker) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, u := range k.units {
		group.Go(func() error {
			defer close(u.done)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if u.needed {
				k.check(u)
			}
			return nil
		})
	}
	return group.Wait()
}

func (k *checker) check(u *unit) {
	switch {
	case u.ImportPath == "unsafe":
		u.types = types.Unsafe
		return
	case len(u.GoFiles)+len(u.CgoFiles) == 0:
		k.absent(u)
		return
	}
	fset := token.NewFileSet()
	var errs []error
	files := k.parse(fset, u, &errs)
	if len(files) == 0 {
		k.note(u, errs, true)
		return
	}
	whole := u.own && !u.cached
	conf := types.Config{
		Importer:         importer{k, u},
		FakeImportC:      true,
		IgnoreFuncBodies: !whole,
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
		Error: func(err error) {
			if !isUnused(err) {
				errs = append(errs, err)
			}
		},
	}
	var info *types.Info
	if whole {
		info = newInfo()
	}
	u.types, _ = conf.Check(u.ImportPath, fset, files, info) // errors are in errs
	if !whole {
		return
	}
	k.note(u, slices.DeleteFunc(slices.Clone(errs), follows), false)
	if len(errs) > 0 {
		k.locate(fset, files)
	}
	k.visit(&Package{Path: u.ImportPath, Dir: u.Dir, Fset: fset, Files: files, Types: u.types, Info: info, Matched: !u.DepOnly, Own: k.isOwn,
		Key: u.key, Clean: len(errs) == 0})
}

func (k *checker) isOwn(path string) bool {
	u := k.byPath[path]
	return u != nil && u.own
}

func newInfo() *types.Info {
	return &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
	}
}

// parse reads the package's files: own ones whole, others as an outline.
func (k *checker) parse(fset *token.FileSet, u *unit, errs *[]error) []*ast.File {
	mode := parser.SkipObjectResolution
	if u.own {
		mode |= parser.ParseComments
	}
	var files []*ast.File
	for _, name := range u.files() {
		src, ok := u.sources[name]
		var err error
		if !ok {
			src, err = k.read(name)
		}
		if err == nil && (!u.own || u.cached) {
			src = outline(src, "{}")
		} else if err == nil && isOpaque(src) {
			src = outline(src, emptyBody)
		}
		var file *ast.File
		if err == nil {
			file, err = parser.ParseFile(fset, name, src, mode)
		}
		if err != nil {
			*errs = append(*errs, err)
		}
		if file != nil && file.Name != nil && file.Name.Name != "" {
			files = append(files, file)
		}
	}
	u.sources = nil
	return files
}

// emptyBody stands for a body of any function that is checked with the rest of
// its package.
const emptyBody = "{panic(0)}"

// isUnused reports whether an error says that an import is not used: it may be
// in a body that was left out, and changes nothing.
func isUnused(err error) bool {
	var e types.Error
	return errors.As(err, &e) && strings.Contains(e.Msg, " imported ") && strings.HasSuffix(e.Msg, "and not used")
}

// follows reports whether an error comes of another, told where it is: something
// has no type because its package is missing, or because it is a constant of C.
func follows(err error) bool {
	var e types.Error
	return errors.As(err, &e) && strings.Contains(e.Msg, "invalid type)")
}

func (k *checker) read(name string) ([]byte, error) {
	if text, ok := k.config.Overlay[name]; ok {
		if text == nil {
			return nil, fmt.Errorf("open %s: %w", name, os.ErrNotExist)
		}
		return text, nil
	}
	return os.ReadFile(name)
}

// absent notes a package without files: an import that is not there, or a
// folder of test files alone.
func (k *checker) absent(u *unit) {
	if u.Error == nil {
		return
	}
	if !u.DepOnly {
		k.note(u, []error{errors.New(u.Error.Err)}, true)
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.missing[u.ImportPath] = token.Position{}
}

// locate notes where an own package imports what is missing.
func (k *checker) locate(fset *token.FileSet, files []*ast.File) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, f := range files {
		for _, spec := range f.Imports {
			path := strings.Trim(spec.Path.Value, "\"`")
			at := fset.Position(spec.Path.Pos())
			if old, ok := k.missing[path]; ok && (old.Filename == "" || at.Filename < old.Filename) {
				k.missing[path] = at
			}
		}
	}
}

func (k *checker) note(u *unit, errs []error, whole bool) {
	if len(errs) == 0 || !u.own {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.broken = append(k.broken, Broken{Path: u.ImportPath, Dir: u.Dir, First: errs[0], More: len(errs) - 1, Whole: whole})
}

func (k *checker) result() Result {
	r := Result{checker: k}
	for _, u := range k.units {
		if u.own && (u.cached || u.types != nil) {
			r.Packages = append(r.Packages, u.ImportPath)
		}
	}
	for path, at := range k.missing {
		if at.Filename != "" {
			r.Missing = append(r.Missing, Missing{path, at})
		}
	}
	slices.Sort(r.Packages)
	slices.SortFunc(r.Missing, func(a, b Missing) int { return cmp.Compare(a.Path, b.Path) })
	r.Broken = k.broken
	slices.SortFunc(r.Broken, func(a, b Broken) int { return cmp.Compare(a.Path, b.Path) })
	return r
}

// An importer finds the packages that one package imports.
type importer struct {
	*checker
	unit *unit
}

func (i importer) Import(path string) (*types.Package, error) {
	if mapped, ok := i.unit.ImportMap[path]; ok {
		path = mapped
	}
	u := i.byPath[path]
	if u == nil {
		return nil, fmt.Errorf("package %s was not listed", path)
	}
	if u.order >= i.unit.order { // nobody can wait for the other
		return nil, fmt.Errorf("import cycle through %s", path)
	}
	<-u.done
	if u.types == nil {
		return nil, fmt.Errorf("package %s could not be found", path)
	}
	return u.types, nil
}
