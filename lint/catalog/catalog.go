package catalog

import (
	"embed"
	"go/types"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

//go:embed data
var data embed.FS

// A Catalog finds what a function does.
type Catalog struct {
	functions index
	fields    index
	shapes    map[string][]shape // by method name, * for any
	modules   map[string]string  // module path to the version that was read
}

// Default returns the libraries that evctl knows.
func Default() (*Catalog, error) {
	c := &Catalog{index{}, index{}, map[string][]shape{}, map[string]string{}}
	files, err := fs.ReadDir(data, "data")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := fs.ReadFile(data, path.Join("data", f.Name()))
		if err != nil {
			return nil, err
		}
		if err := c.parse(f.Name(), string(text)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// With returns a catalog in which entries stand before those of c.
func (c *Catalog) With(entries ...Entry) *Catalog {
	out := *c
	out.functions = maps.Clone(c.functions)
	for _, e := range entries {
		out.functions.add(e)
	}
	return &out
}

// Lookup returns what the function does. Its name is what
// (*types.Func).FullName prints, with type parameters or without. A major
// version of a library that the data do not name counts as the nearest one that
// they do.
func (c *Catalog) Lookup(function string) (Entry, bool) { return c.functions.find(function) }

// Field returns what it means to give a struct's field a value. The name is
// like that of a method: (github.com/stripe/stripe-go/v82.Params).IdempotencyKey.
func (c *Catalog) Field(name string) (Entry, bool) { return c.fields.find(name) }

// Shape returns what a method that the data do not name does if its name and
// its signature say so: ExecContext of an interface that the user's code
// declares, Save of a generated builder. Whoever has the method's body, and
// learns more from it, is right.
func (c *Catalog) Shape(f *types.Func) (Entry, bool) {
	for _, name := range [...]string{f.Name(), "*"} {
		for _, s := range c.shapes[name] {
			if s.fits(f) {
				e := s.entry
				e.Func = f.Origin().FullName()
				return e, true
			}
		}
	}
	return Entry{}, false
}

// Entries calls visit with each function's entry, in no order, until it
// returns false.
func (c *Catalog) Entries(visit func(Entry) bool) { c.functions.each(visit) }

// Fields calls visit with each field's entry, in no order, until it returns
// false.
func (c *Catalog) Fields(visit func(Entry) bool) { c.fields.each(visit) }

// Modules maps the path of each module that the data name to the version that
// they were checked against; the standard library is "std". "unchecked" stands
// for a module that could not be had.
func (c *Catalog) Modules() map[string]string { return maps.Clone(c.modules) }

// Acting returns the modules, as [Catalog.Module] names them, with functions that
// write, publish or consume.
func (c *Catalog) Acting() map[string]bool {
	out := map[string]bool{}
	c.Entries(func(e Entry) bool {
		if slices.ContainsFunc(e.Effects, Effect.acts) {
			if module, ok := c.Module(e.Package()); ok {
				out[module] = true
			}
		}
		return true
	})
	return out
}

// acts reports whether what an effect does outlasts the process.
func (f Effect) acts() bool {
	switch f {
	case Write, Query, Begin, Commit, RunTx, Publish, Outbox, OutboxPublisher, Fetch, Ack, Consume, Mutate, CacheGuard:
		return true
	}
	return false
}

// Module returns the module of the catalogue that a package belongs to, whatever
// the major version of either; ok is false if there is none.
func (c *Catalog) Module(path string) (module string, ok bool) {
	f, _ := split(path + "/")
	for m := range c.modules {
		if root, _ := split(m + "/"); strings.HasPrefix(string(f), string(root)) && len(root) > len(module) {
			module = string(root)
		}
	}
	return module, module != ""
}

// Packages returns the import path of each package that holds a function or a
// field of the catalogue.
func (c *Catalog) Packages() map[string]bool {
	paths := map[string]bool{}
	add := func(e Entry) bool { paths[e.Package()] = true; return true }
	c.Entries(add)
	c.Fields(add)
	return paths
}
