package unit

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"runtime"

	"github.com/evctl/evctl/lint/load"
)

// check parses and type-checks the files. Types of imports come from what the
// compiler wrote.
func (c *config) check(files []string) (*load.Package, error) {
	fset := token.NewFileSet()
	p := &load.Package{Path: c.path(), Dir: c.Dir, Fset: fset, Matched: !c.VetxOnly, Clean: true, Info: &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
	}}
	for _, name := range files {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, file)
	}
	conf := types.Config{
		Importer:  imports{c, importer.ForCompiler(fset, "gc", c.open)},
		Sizes:     types.SizesFor("gc", goarch()),
		GoVersion: c.GoVersion,
	}
	var err error
	p.Types, err = conf.Check(p.Path, fset, p.Files, p.Info)
	return p, err
}

// goarch is what the go command builds for.
func goarch() string {
	if arch := os.Getenv("GOARCH"); arch != "" {
		return arch
	}
	return runtime.GOARCH
}

// open opens the compiled types of a package.
func (c *config) open(path string) (io.ReadCloser, error) {
	name, ok := c.PackageFile[path]
	if !ok {
		return nil, fmt.Errorf("no compiled package %s", path)
	}
	return os.Open(name)
}

// imports finds packages by what source code calls them.
type imports struct {
	*config
	types.Importer
}

func (i imports) Import(path string) (*types.Package, error) {
	if mapped, ok := i.ImportMap[path]; ok {
		path = mapped
	}
	return i.Importer.Import(path) // it knows unsafe
}
