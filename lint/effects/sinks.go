package effects

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
)

// sinks is the catalogue, ordered for the questions that a summary asks.
type sinks struct {
	catalog    *catalog.Catalog
	interfaces map[string][]catalog.Entry // entries that count for implementers, by method name
}

func index(c *catalog.Catalog) sinks {
	s := sinks{catalog: c, interfaces: map[string][]catalog.Entry{}}
	c.Entries(func(e catalog.Entry) bool {
		if _, method, ok := receiver(e.Func); ok && e.Interface {
			s.interfaces[method] = append(s.interfaces[method], e)
		}
		return true
	})
	for _, entries := range s.interfaces {
		slices.SortFunc(entries, func(a, b catalog.Entry) int { return strings.Compare(a.Func, b.Func) })
	}
	return s
}

// receiver splits (*a/b.T).M into a/b.T and M.
func receiver(function string) (typ, method string, ok bool) {
	if !strings.HasPrefix(function, "(") {
		return "", "", false
	}
	typ, method, ok = strings.Cut(function[1:], ").")
	typ, _, _ = strings.Cut(strings.TrimPrefix(typ, "*"), "[")
	return typ, method, ok
}

// lookup returns what a function does: by its own name, or by that of the
// method of a library's interface that it implements.
func (s sinks) lookup(w *summarizer, f *types.Func, holder types.Type) (catalog.Entry, bool) {
	if e, ok := s.catalog.Lookup(f.FullName()); ok {
		return e, true
	}
	if holder == nil || w.Own(pkgPath(f)) {
		return catalog.Entry{}, false
	}
	for _, e := range s.interfaces[f.Name()] {
		typ, _, _ := receiver(e.Func)
		if i := w.interfaceNamed(typ); i != nil && (types.Implements(holder, i) || types.Implements(types.NewPointer(holder), i)) {
			return e, true
		}
	}
	return catalog.Entry{}, false
}

// interfaceNamed returns a library's interface, if the package imports it,
// directly or not.
func (s *summarizer) interfaceNamed(name string) *types.Interface {
	t := s.typeNamed(name)
	if t == nil || t.TypeParams().Len() > 0 {
		return nil
	}
	i, _ := t.Underlying().(*types.Interface)
	return i
}

func (s *summarizer) typeNamed(name string) *types.Named {
	dot := strings.LastIndexByte(name, '.')
	p := s.imported[name[:max(dot, 0)]]
	if p == nil {
		return nil
	}
	obj, ok := p.Scope().Lookup(name[dot+1:]).(*types.TypeName)
	if !ok {
		return nil
	}
	n, _ := obj.Type().(*types.Named)
	return n
}

// isTx reports whether a type is a transaction: it commits, and begins none.
func (s *summarizer) isTx(t types.Type) bool {
	if t == nil {
		return false
	}
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return false
	}
	name := qualified(n.Obj())
	if s.seen["tx "+name] {
		return true
	}
	if s.seen["no tx "+name] {
		return false
	}
	tx := s.commits(n)
	if tx {
		s.seen["tx "+name] = true
	} else {
		s.seen["no tx "+name] = true
	}
	return tx
}

// namedTx reports whether a parameter of a type that is pool and transaction
// is called like a transaction.
func (s *summarizer) namedTx(name string, t types.Type) bool {
	name = strings.ToLower(name)
	n := named(t)
	if n == nil || name != "tx" && name != "txn" && name != "dbtx" {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, s.pkg.Types, "Commit")
	f, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	e, _ := s.sinks.catalog.Lookup(f.Origin().FullName())
	return e.Has(catalog.Commit)
}

func (s *summarizer) commits(n *types.Named) bool {
	methods := map[string]bool{}
	set := types.NewMethodSet(types.NewPointer(n))
	if types.IsInterface(n) {
		set = types.NewMethodSet(n)
	}
	for i := range set.Len() {
		f, ok := set.At(i).Obj().(*types.Func)
		if !ok {
			continue
		}
		e, _ := s.sinks.catalog.Lookup(f.Origin().FullName())
		if e.Has(catalog.Begin) && e.Notes["nested"] == "" && e.Notes["pool"] != "" {
			return false // pool and transaction in one type
		}
		if e.Has(catalog.Commit) {
			methods["commit"], methods["rollback"] = true, true
		}
		if s.Own(pkgPath(f)) {
			methods[strings.ToLower(f.Name())] = true
		}
	}
	return methods["commit"] && methods["rollback"] && !methods["begin"]
}

// library notes which methods of a library's type the catalogue knows; it
// reports whether there are any.
func (s *summarizer) library(n *types.Named) bool {
	n = n.Origin()
	name := qualified(n.Obj())
	if s.seen["library "+name] {
		return true
	}
	t := &Type{Name: name, Generic: n.TypeParams().Len()}
	set := types.NewMethodSet(types.NewPointer(n))
	known := false
	for i := range set.Len() {
		f := set.At(i).Obj().(*types.Func)
		entry, ok := s.sinks.lookup(s, f.Origin(), receiverType(set.At(i)))
		m := Method{Sig: signature(f)}
		if ok {
			known = true
			m.Func = s.libraryFunc(f, entry)
		}
		t.Methods = append(t.Methods, m)
	}
	if known {
		s.seen["library "+name] = true
		s.out.Types = append(s.out.Types, t)
	}
	return known
}

// libraryFunc notes a library's function as one that does what the catalogue
// says, and returns its key.
func (s *summarizer) libraryFunc(f *types.Func, e catalog.Entry) string {
	key := f.Origin().FullName()
	if s.seen["func "+key] {
		return key
	}
	s.seen["func "+key] = true
	site := Site{Func: e.Func, Effects: e.Effects, Notes: e.Notes, Roles: map[catalog.Role]Value{}, Recv: Value{Kind: Recv}}
	sig := f.Signature()
	for i := range sig.Params().Len() {
		site.Args = append(site.Args, Value{Kind: Param, Index: i, Tx: s.isTx(sig.Params().At(i).Type())})
	}
	for role, i := range e.Args {
		switch {
		case i == catalog.Receiver:
			site.Roles[role] = Value{Kind: Recv, Tx: s.isTx(recvType(sig))}
		case i < len(site.Args):
			site.Roles[role] = site.Args[i]
		}
	}
	s.out.Funcs = append(s.out.Funcs, &Func{Key: key, Name: shortName(e.Func), Library: true, Sites: []Site{site}, Body: []Step{{Op: Do}}})
	return key
}

func recvType(sig *types.Signature) types.Type {
	if sig.Recv() == nil {
		return nil
	}
	return sig.Recv().Type()
}

// shortName drops the import path of a function's name: (*kgo.Client).Produce.
func shortName(function string) string {
	prefix := ""
	for strings.HasPrefix(function, "(") || strings.HasPrefix(function, "*") {
		prefix += function[:1]
		function = function[1:]
	}
	slash := strings.LastIndexByte(function, '/')
	rest := function[slash+1:]
	if dot := strings.IndexByte(rest, '.'); dot > 1 && rest[0] == 'v' && slash > 0 {
		if _, err := strconv.Atoi(rest[1:dot]); err == nil { // a/kgo/v2.T
			parent := function[:slash]
			rest = parent[strings.LastIndexByte(parent, '/')+1:] + rest[dot:]
		}
	}
	return prefix + rest
}
