package effects

import (
	"go/ast"
	"go/types"
	"slices"
)

func (w *walker) put(f Flow) { w.out.Flows = append(w.out.Flows, f) }

// flow notes what is put into a variable.
func (w *walker) flow(into types.Object, value ast.Expr, v Value) {
	if into == nil {
		return
	}
	w.flowType(into.Type(), value, v)
	if v.Kind == FuncRef && w.isGlobal(into) {
		w.put(Flow{Into: Ref{Name: qualified(into)}, Func: v.Text})
	}
}

// flow2 notes what is assigned to an expression of a type.
func (w *walker) flow2(into types.Type, lhs, value ast.Expr, v Value) {
	if id, ok := ast.Unparen(lhs).(*ast.Ident); ok && id.Name == "_" {
		return
	}
	w.flowType(into, value, v)
}

// flowType notes what is put into something of a type: a value into an
// interface, or a function into a named function type.
func (w *walker) flowType(into types.Type, value ast.Expr, v Value) {
	if into == nil {
		return
	}
	if n := named(into); n != nil && v.Kind == FuncRef && v.Iface == nil {
		if _, ok := n.Underlying().(*types.Signature); ok {
			w.put(Flow{Into: Ref{Name: qualified(n.Obj())}, Func: v.Text})
		}
	}
	w.convert(into, w.info().TypeOf(value))
}

// convert notes that a value of one type becomes one of an interface type.
func (w *walker) convert(into, from types.Type) {
	if into == nil || from == nil || !isInterface(into) || types.Identical(into, from) {
		return
	}
	if i, ok := into.Underlying().(*types.Interface); !ok || i.NumMethods() == 0 || isError(into) {
		return
	}
	if !isInterface(from) && !hasMethods(from) {
		return
	}
	to, r := w.interfaceRef(into), ref(from)
	if isInterface(from) {
		r = w.interfaceRef(from)
	} else if n := named(from); n != nil && !w.Own(pkgPath(n.Obj())) && !w.library(n) {
		// A library's type of which nothing is known: still known to be there.
		w.put(Flow{Into: to, From: &r})
		return
	}
	w.put(Flow{Into: to, From: &r})
}

func hasMethods(t types.Type) bool {
	n := named(t)
	if n == nil {
		return false
	}
	return types.NewMethodSet(types.NewPointer(n)).Len() > 0
}

// interfaceRef names an interface type, and notes its methods if nobody else
// does.
func (s *summarizer) interfaceRef(t types.Type) Ref {
	r := ref(t)
	if isTypeParam(t) {
		return Ref{Name: text(t)}
	}
	n := named(t)
	if s.seen["interface "+r.Name] || n != nil && n.Obj().Pkg() == s.pkg.Types {
		return r
	}
	s.seen["interface "+r.Name] = true
	if n != nil {
		s.out.Interfaces = append(s.out.Interfaces, s.interfaceOf(n.Origin()))
	} else if i, ok := t.Underlying().(*types.Interface); ok {
		s.out.Interfaces = append(s.out.Interfaces, &Interface{Name: r.Name, Methods: methodsOf(i)})
	}
	return r
}

func (s *summarizer) interfaceOf(n *types.Named) *Interface {
	out := &Interface{Name: qualified(n.Obj()), Generic: n.TypeParams().Len()}
	if i, ok := n.Underlying().(*types.Interface); ok {
		out.Methods = methodsOf(i)
	}
	return out
}

func methodsOf(i *types.Interface) []string {
	var out []string
	for m := range i.NumMethods() {
		out = append(out, signature(i.Method(m)))
	}
	slices.Sort(out)
	return out
}

// ownType names a type if it, or what it points to or holds, is a named one of
// the repository.
func (s *summarizer) ownType(t types.Type) string {
	for range 3 {
		if t == nil {
			return ""
		}
		if n := named(t); n != nil {
			if n.Obj().Pkg() != nil && s.Own(n.Obj().Pkg().Path()) {
				return qualified(n.Obj())
			}
			return ""
		}
		t = elem(t)
	}
	return ""
}
