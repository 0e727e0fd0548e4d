package catalog

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

func newCatalog(t *testing.T) *Catalog {
	c, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What tests/catalog does with all libraries, for the standard one.
func TestStandardLibraryIsAsTheDataSay(t *testing.T) {
	source := importer.Default()
	checked := 0
	for e := range newCatalog(t).Entries {
		if strings.Contains(e.Package(), ".") {
			continue
		}
		p, err := source.Import(e.Package())
		if err != nil {
			t.Fatal(err)
		}
		rest := strings.TrimPrefix(strings.TrimLeft(e.Func, "(*"), e.Package()+".")
		receiver, method, isMethod := strings.Cut(rest, ").")
		object := p.Scope().Lookup(receiver)
		if isMethod {
			object, _, _ = types.LookupFieldOrMethod(object.Type(), true, p, method)
		}
		f, ok := object.(*types.Func)
		if !ok || f.FullName() != e.Func {
			t.Errorf("%s: there is no such function: %v", e.Func, object)
			continue
		}
		if err := e.Check(f); err != nil {
			t.Error(err)
		}
		checked++
	}
	if checked < 60 {
		t.Errorf("only %d functions checked", checked)
	}
}

// Every word in the data is one that the constants list, and the lists hold
// every constant.
func TestDataUseKnownWords(t *testing.T) {
	c := newCatalog(t)
	check := func(e Entry) bool {
		for _, effect := range e.Effects {
			if !slices.Contains(effects(), string(effect)) {
				t.Errorf("%s: unknown effect %s", e.Func, effect)
			}
		}
		for role := range e.Args {
			if !slices.Contains(roles(), string(role)) {
				t.Errorf("%s: unknown role %s", e.Func, role)
			}
		}
		return true
	}
	c.Entries(check)
	c.Fields(check)
	for _, shapes := range c.shapes {
		for _, s := range shapes {
			check(s.entry)
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "effect.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	listed := slices.Concat(effects(), roles())
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil {
			value := strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`)
			if !slices.Contains(listed, value) {
				t.Errorf("%s is in no list of sink.go", spec.Names[0])
			}
		}
		return true
	})
}

func TestEachPackageBelongsToAModule(t *testing.T) {
	c := newCatalog(t)
	modules := slices.Collect(maps.Keys(c.Modules()))
	for path := range c.Packages() {
		inModule := func(m string) bool { return strings.HasPrefix(path+"/", m+"/") }
		if strings.Contains(path, ".") && !slices.ContainsFunc(modules, inModule) {
			t.Errorf("%s: no line module names where it comes from", path)
		}
	}
}

func TestLookupTakesTheNearestMajorVersion(t *testing.T) {
	c := newCatalog(t)
	for name, want := range map[string]string{
		"(github.com/redis/go-redis/v9.StringCmdable).SetNX":            "(github.com/redis/go-redis/v9.StringCmdable).SetNX",
		"(github.com/redis/go-redis/v12.StringCmdable).SetNX":           "(github.com/redis/go-redis/v9.StringCmdable).SetNX",
		"(github.com/go-redis/redis/v7.Cmdable).SetNX":                  "(github.com/go-redis/redis/v8.Cmdable).SetNX",
		"(*github.com/jackc/pgx/v4/pgxpool.Pool).BeginFunc":             "(*github.com/jackc/pgx/v4/pgxpool.Pool).BeginFunc",
		"github.com/stripe/stripe-go/v76/refund.New":                    "github.com/stripe/stripe-go/v82/refund.New",
		"(*github.com/riverqueue/river.Client[TTx]).InsertTx":           "(*github.com/riverqueue/river.Client).InsertTx",
		"(*github.com/gofiber/fiber/v4.App).Post":                       "(*github.com/gofiber/fiber/v3.App).Post",
		"(*github.com/twilio/twilio-go/rest/api/v2010.ApiService).List": "",
		"(*example.com/v2.T).M":                                         "",
	} {
		if e, ok := c.Lookup(name); e.Func != want || ok != (want != "") {
			t.Errorf("%s: found %q", name, e.Func)
		}
	}
}

func TestWithStandsBeforeTheData(t *testing.T) {
	c := newCatalog(t)
	own := c.With(Entry{Func: "(*database/sql.DB).Exec", Effects: []Effect{Read}}, Entry{Func: "example.com/x.F", Effects: []Effect{Publish}})
	if e, _ := own.Lookup("(*database/sql.DB).Exec"); !e.Has(Read) || e.Has(Query) {
		t.Errorf("got %v", e)
	}
	if e, _ := own.Lookup("example.com/x.F"); !e.Has(Publish) {
		t.Errorf("got %v", e)
	}
	if e, _ := c.Lookup("(*database/sql.DB).Exec"); !e.Has(Query) {
		t.Errorf("With changed the catalogue it was called on: %v", e)
	}
}

func TestBadLines(t *testing.T) {
	for line, want := range map[string]string{
		"a.F":                        "x.txt:1: a.F: want an effect behind the function",
		"a.F read\na.F write":        "x.txt:2: a.F stands twice",
		"shape F func() write":       "x.txt:1: F: func(): want func(…)(…)",
		"field (a.T).F read\na.F":    "x.txt:2: a.F: want an effect behind the function",
		"shape F (int)(error) write": "x.txt:1: F: (int)(error): want func(…)(…)",
	} {
		c := &Catalog{index{}, index{}, map[string][]shape{}, map[string]string{}}
		if err := c.parse("x.txt", line); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", line, err, want)
		}
	}
}
