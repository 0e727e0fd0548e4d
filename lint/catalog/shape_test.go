package catalog

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

const generated = `package db

import ("context"; "database/sql")

type DBTX interface {
	ExecContext(context.Context, string, ...interface{}) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args []any) *sql.Row
	Exec(query string) (sql.Result, error)
}

type Queries struct{ db DBTX }

func (q *Queries) WithTx(tx *sql.Tx) *Queries { return nil }

func ExecContext(context.Context, string, ...any) (sql.Result, error) { return nil, nil }

type Options = sql.TxOptions

func (q *Queries) BeginTx(ctx context.Context, o *Options) (*sql.Tx, error) { return nil, nil }

type UserCreate struct{}

func (c *UserCreate) Save(ctx context.Context) (*int, error) { return nil, nil }
`

func TestShapes(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "db.go", generated, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.Default()}
	p, err := config.Check("example.com/db", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := newCatalog(t)
	for name, want := range map[string]string{
		"DBTX.ExecContext":     "(example.com/db.DBTX).ExecContext query sql=1",
		"DBTX.QueryContext":    "(example.com/db.DBTX).QueryContext query sql=1",
		"DBTX.QueryRowContext": "", // not variadic
		"DBTX.Exec":            "", // without arguments
		"Queries.WithTx":       "(*example.com/db.Queries).WithTx bind-tx tx=0",
		"Queries.BeginTx":      "(*example.com/db.Queries).BeginTx begin",
		"UserCreate.Save":      "", // imports nothing of ent
		"ExecContext":          "", // no method
	} {
		e, ok := c.Shape(member(p, name))
		if ok != (want != "") {
			t.Errorf("%s: got %v %v, want %q", name, e, ok, want)
		} else if ok && describe(e) != want {
			t.Errorf("%s: got %q, want %q", name, describe(e), want)
		}
	}
}

func TestEntBuildersAreToldByWhatTheirPackageImports(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "ent.go", "package ent\nimport \"context\"\ntype UserCreate struct{}\nfunc (*UserCreate) Save(context.Context) (*int, error) { return nil, nil }\n"+
		"type UserQuery struct{}\nfunc (*UserQuery) Save(context.Context) (*int, error) { return nil, nil }\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.Default()}
	p, err := config.Check("example.com/ent", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.SetImports([]*types.Package{types.NewPackage("entgo.io/ent/dialect/sql/sqlgraph", "sqlgraph")})
	c := newCatalog(t)
	if e, ok := c.Shape(member(p, "UserCreate.Save")); !ok || !e.Has(Write) {
		t.Errorf("UserCreate.Save: got %v", e)
	}
	if e, ok := c.Shape(member(p, "UserQuery.Save")); ok {
		t.Errorf("UserQuery.Save: got %v", e)
	}
}

func TestStubsOfRemoteServicesAreToldByTheirSignature(t *testing.T) {
	fset := token.NewFileSet()
	context, err := importer.Default().Import("context")
	if err != nil {
		t.Fatal(err)
	}
	grpc := check(t, fset, "google.golang.org/grpc", "package grpc\ntype CallOption interface{ before() }", nil)
	p := check(t, fset, "example.com/pb", `package pb
import ("context"; "google.golang.org/grpc")
type Client interface {
	Charge(context.Context, *int, ...grpc.CallOption) (*int, error)
	Close(context.Context) error
}`, map[string]*types.Package{"context": context, grpc.Path(): grpc})
	c := newCatalog(t)
	if e, ok := c.Shape(member(p, "Client.Charge")); !ok || describe(e) != "(example.com/pb.Client).Charge rpc message=1" {
		t.Errorf("Charge: got %v", e)
	}
	if e, ok := c.Shape(member(p, "Client.Close")); ok {
		t.Errorf("Close: got %v", e)
	}
}

type packages map[string]*types.Package

func (p packages) Import(path string) (*types.Package, error) { return p[path], nil }

func check(t *testing.T, fset *token.FileSet, path, text string, imports packages) *types.Package {
	file, err := parser.ParseFile(fset, path, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: imports}
	p, err := config.Check(path, fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
