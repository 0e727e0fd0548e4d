package effects

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
)

// untyped is the site of a call of a function that has no type, because its
// package could not be found. If the catalogue knows the package, or gives such
// a method to a library that this package imports and that is not there, it is
// taken for that; if not, it leads nowhere, and is there to be counted.
func (w *walker) untyped(call *ast.CallExpr, recv Value, args []Value) (Site, bool) {
	sel, ok := uninstantiated(call.Fun).(*ast.SelectorExpr)
	if !ok || w.info().Uses[sel.Sel] != nil || w.info().Selections[sel] != nil {
		return Site{}, false
	}
	site := Site{Iface: &Ref{Name: "?." + nameOf(sel.X)}, Method: sel.Sel.Name + "()", Args: args}
	if e, ok := w.guess(sel, len(args)); ok {
		site = w.sinkSite(e, recv, args)
		site.Shape = true
	} else if w.packageOf(sel.X) != nil {
		return Site{}, false
	}
	site.Pos = w.position(sel.Sel.Pos())
	return site, true
}

func nameOf(e ast.Expr) string {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// packageOf returns the package that a name stands for, if it does for one.
func (w *walker) packageOf(e ast.Expr) *types.Package {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	if name, ok := w.info().Uses[id].(*types.PkgName); ok {
		return name.Imported()
	}
	return nil
}

// guess returns what the catalogue says of a function of a package that is not
// there, or of a method by its name alone, if all that it could be do the same.
func (w *walker) guess(sel *ast.SelectorExpr, args int) (catalog.Entry, bool) {
	if p := w.packageOf(sel.X); p != nil {
		return w.sinks.catalog.Lookup(p.Path() + "." + sel.Sel.Name)
	}
	var found catalog.Entry
	for _, e := range w.absent()[sel.Sel.Name] {
		switch {
		case !takes(e, args):
		case found.Func == "":
			found = e
		case !slices.Equal(found.Effects, e.Effects):
			return catalog.Entry{}, false
		}
	}
	return found, found.Func != ""
}

// takes reports whether a call with so many arguments has all that mean something.
func takes(e catalog.Entry, args int) bool {
	for _, i := range e.Args {
		if i >= args {
			return false
		}
	}
	return true
}

// absent returns the catalogue's methods, by name, of the libraries that the
// package imports and that could not be found.
func (s *summarizer) absent() map[string][]catalog.Entry {
	if s.methods != nil {
		return s.methods
	}
	s.methods = map[string][]catalog.Entry{}
	var modules []string
	for _, p := range s.pkg.Types.Imports() {
		if module, ok := s.sinks.catalog.Module(p.Path()); ok && !p.Complete() && p.Scope().Len() == 0 {
			modules = append(modules, module)
		}
	}
	s.sinks.catalog.Entries(func(e catalog.Entry) bool {
		if _, method, ok := receiver(e.Func); ok {
			if module, ok := s.sinks.catalog.Module(e.Package()); ok && slices.Contains(modules, module) {
				s.methods[method] = append(s.methods[method], e)
			}
		}
		return true
	})
	for _, entries := range s.methods {
		slices.SortFunc(entries, func(a, b catalog.Entry) int { return strings.Compare(a.Func, b.Func) })
	}
	return s.methods
}
