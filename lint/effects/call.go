package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
)

// callee returns the function, builtin or variable that a call names; nil if
// it calls the value of another expression.
func (w *walker) callee(call *ast.CallExpr) types.Object {
	switch f := uninstantiated(call.Fun).(type) {
	case *ast.Ident:
		return w.info().Uses[f]
	case *ast.SelectorExpr:
		if sel := w.info().Selections[f]; sel != nil {
			return sel.Obj()
		}
		return w.info().Uses[f.Sel]
	}
	return nil
}

func uninstantiated(e ast.Expr) ast.Expr {
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return ast.Unparen(x.X)
	case *ast.IndexListExpr:
		return ast.Unparen(x.X)
	default:
		return x
	}
}

// call walks a call: what it calls on, its arguments, then the call itself.
func (w *walker) call(call *ast.CallExpr) Value {
	if w.info().Types[call.Fun].IsType() {
		return w.conversion(call)
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		return w.inline(lit, call)
	}
	switch f := w.callee(call).(type) {
	case *types.Builtin:
		return w.builtin(f.Name(), call)
	case *types.Func:
		return w.callFunc(f, call)
	}
	called := w.expr(call.Fun)
	args := w.args(call)
	if site, ok := w.untyped(call, called, args); ok {
		return w.result(w.site(site), call)
	}
	switch called.Kind {
	case Unknown, Const:
		return Value{Parts: parts(args)}
	case FuncRef:
		site := Site{Pos: w.position(call.Pos()), Func: called.Text, Args: args}
		if called.Iface != nil {
			site.Func, site.Iface, site.Method = "", called.Iface, called.Text
		}
		return w.result(w.site(site), call)
	}
	return w.result(w.site(Site{Pos: w.position(call.Pos()), Called: called, Args: args}), call)
}

// conversion walks T(x).
func (w *walker) conversion(call *ast.CallExpr) Value {
	if len(call.Args) != 1 {
		return Value{}
	}
	v := w.expr(call.Args[0])
	to := w.info().TypeOf(call.Fun)
	w.flowType(to, call.Args[0], v)
	if n := named(to); n != nil && v.Kind == FuncRef && !isInterface(to) {
		w.put(Flow{Into: Ref{Name: qualified(n.Obj())}, Func: v.Text})
	}
	return v
}

// inline walks the body of a literal that is called where it stands.
func (w *walker) inline(lit *ast.FuncLit, call *ast.CallExpr) Value {
	args := w.args(call)
	i := 0
	for _, field := range lit.Type.Params.List {
		for _, name := range field.Names {
			if i < len(args) {
				w.env[w.info().Defs[name]] = args[i]
			}
			i++
		}
	}
	outer := w.sig
	if sig, ok := w.info().TypeOf(lit).(*types.Signature); ok {
		w.sig = sig
	}
	loops := w.loops
	steps := w.within(func() { w.block(lit.Body) })
	w.loops, w.sig = loops, outer
	if len(steps) > 0 {
		w.add(Step{Op: Scope, Steps: steps})
	}
	return Value{}
}

func (w *walker) builtin(name string, call *ast.CallExpr) Value {
	var args []Value
	for _, arg := range call.Args {
		if !w.info().Types[arg].IsType() {
			args = append(args, w.expr(arg))
		}
	}
	switch name {
	case "append":
		for i, v := range args {
			if i > 0 {
				w.flowType(elem(w.info().TypeOf(call.Args[0])), call.Args[i], v)
			}
			if lit, ok := ast.Unparen(call.Args[i]).(*ast.FuncLit); ok {
				w.site(Site{Pos: w.position(lit.Pos()), Func: v.Text, How: Later})
			}
		}
		return Value{Kind: Local, Text: w.place(call), Parts: parts(args)}
	case "new":
		return Value{Kind: Local, Text: w.place(call), Type: w.ownType(w.info().TypeOf(call))}
	}
	return Value{}
}

// args walks the arguments and notes which types they put into interfaces.
func (w *walker) args(call *ast.CallExpr) []Value {
	sig, _ := w.info().TypeOf(call.Fun).(*types.Signature)
	var out []Value
	for i, arg := range call.Args {
		v := w.expr(arg)
		if t := w.ownType(w.info().TypeOf(arg)); t != "" && v.Type == "" {
			v.Type = t
		}
		out = append(out, v)
		if sig == nil {
			continue
		}
		if tuple, ok := w.info().TypeOf(arg).(*types.Tuple); ok {
			for j := range min(tuple.Len(), sig.Params().Len()) {
				w.convert(sig.Params().At(j).Type(), tuple.At(j).Type())
			}
			continue
		}
		w.flowType(paramType(sig, i, call.Ellipsis.IsValid()), arg, v)
	}
	return out
}

func paramType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	switch {
	case sig.Variadic() && i >= n-1:
		t := sig.Params().At(n - 1).Type()
		if spread {
			return t
		}
		return elem(t)
	case i < n:
		return sig.Params().At(i).Type()
	}
	return nil
}

// callFunc walks a call of a function or method that go/types knows.
func (w *walker) callFunc(f *types.Func, call *ast.CallExpr) Value {
	var recv Value
	var holder types.Type // what a method is called on
	selector, isSelector := uninstantiated(call.Fun).(*ast.SelectorExpr)
	if isSelector {
		if sel := w.info().Selections[selector]; sel != nil {
			holder = receiverType(sel)
			if sel.Kind() == types.MethodVal {
				recv = w.expr(selector.X)
				if t := w.ownType(sel.Recv()); t != "" && recv.Type == "" {
					recv.Type = t
				}
			}
		}
	}
	args := w.args(call)
	if v, ok := w.known(f, recv, args); ok {
		return v
	}
	site, ok := w.siteOf(f, holder, recv, args)
	if !ok {
		return w.foreign(f, recv, args, call)
	}
	site.Pos = w.position(call.Pos())
	if isSelector {
		site.Pos = w.position(selector.Sel.Pos())
	}
	site.TypeArgs = w.typeArgs(call, holder)
	return w.result(w.site(site), call)
}

// known evaluates functions whose result says what the arguments say.
func (w *walker) known(f *types.Func, recv Value, args []Value) (Value, bool) {
	switch f.FullName() {
	case "fmt.Sprintf":
		return sprintf(args), true
	case "(context.Context).Value":
		return Value{Kind: Context, Text: firstText(args)}, true
	case "fmt.Errorf", "errors.New", "errors.Join", "errors.Is", "errors.As":
		return Value{}, true
	case "strings.TrimSpace", "strings.ToUpper", "strings.ToLower":
		return args[0], true
	}
	if len(args) == 0 && recv.Kind != Unknown && !w.Own(pkgPath(f)) {
		switch f.Name() {
		case "String", "Bytes", "Hex", "Text":
			return recv, true
		}
	}
	if len(args) == 1 && !w.Own(pkgPath(f)) {
		switch f.Name() {
		case "String", "Ptr", "ToPtr", "Pointer", "Of", "Some":
			return args[0], true
		}
	}
	return Value{}, false
}

func firstText(args []Value) string {
	if len(args) == 0 {
		return ""
	}
	return args[0].Text + args[0].Type
}

// siteOf returns the site that a call makes; ok is false if the function is a
// library's that is not known.
func (w *walker) siteOf(f *types.Func, holder types.Type, recv Value, args []Value) (site Site, ok bool) {
	origin := f.Origin()
	entry, known := w.sinks.lookup(w.summarizer, origin, holder)
	iface := holder != nil && (isInterface(holder) || isTypeParam(holder))
	own := w.Own(pkgPath(origin))
	shape := false
	if !known && holder != nil && !isStandard(pkgPath(origin)) {
		entry, shape = w.sinks.catalog.Shape(f)
		known = shape
	}
	switch {
	case known:
		site = w.sinkSite(entry, recv, args)
		site.Shape = shape
		if !iface {
			return site, true
		}
	case iface && (own || isTypeParam(holder) || !isStandard(pkgPath(origin))):
		site = Site{Recv: recv, Args: args}
	case own && !iface:
		return Site{Func: origin.FullName(), Recv: recv, Args: args}, true
	default:
		return Site{}, false
	}
	r := w.interfaceRef(holder)
	site.Iface, site.Method = &r, signature(f)
	w.unitOfWork(&site, origin, holder)
	return site, true
}

// unitOfWork gives a call its effect if it ends a transaction of the
// repository's own making: of a type that both commits and rolls back.
func (w *walker) unitOfWork(site *Site, f *types.Func, holder types.Type) {
	name := strings.ToLower(f.Name())
	if len(site.Effects) > 0 || name != "commit" && name != "rollback" || !w.isTx(holder) {
		return
	}
	site.Func, site.Effects = f.FullName(), []catalog.Effect{catalog.Effect(name)}
	site.Roles = map[catalog.Role]Value{catalog.Tx: site.Recv}
}

// sinkSite is a call that the catalogue knows.
func (w *walker) sinkSite(e catalog.Entry, recv Value, args []Value) Site {
	site := Site{Func: e.Func, Effects: e.Effects, Notes: e.Notes, Recv: recv, Args: args}
	for role, i := range e.Args {
		var v Value
		switch {
		case i == catalog.Receiver:
			v = recv
		case i < len(args):
			v = args[i]
		default:
			continue
		}
		if site.Roles == nil {
			site.Roles = map[catalog.Role]Value{}
		}
		site.Roles[role] = v
	}
	return site
}

// typeArgs returns the type arguments of a generic function, or of the type
// that a method is called on.
func (w *walker) typeArgs(call *ast.CallExpr, holder types.Type) []string {
	var list *types.TypeList
	switch f := uninstantiated(call.Fun).(type) {
	case *ast.Ident:
		list = w.info().Instances[f].TypeArgs
	case *ast.SelectorExpr:
		list = w.info().Instances[f.Sel].TypeArgs
	}
	if list.Len() == 0 && holder != nil {
		if n := named(holder); n != nil {
			list = n.TypeArgs()
		}
	}
	var out []string
	for i := range list.Len() {
		out = append(out, text(list.At(i)))
	}
	return out
}

// result is what a call at a site returns.
func (w *walker) result(site int, call *ast.CallExpr) Value {
	v := Value{Kind: Result, Index: site}
	if t := w.info().TypeOf(call); t != nil {
		if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
			t = tuple.At(0).Type()
		}
		v.Tx, v.Type = w.isTx(t), w.ownType(t)
	}
	return v
}

// parts returns what is worth keeping of the values that another is made of.
func parts(values []Value) []Value {
	var out []Value
	for _, v := range values {
		if v.Kind != Unknown && len(out) < maxParts {
			out = append(out, v.plain())
			continue
		}
		for _, p := range v.Parts {
			if len(out) < maxParts {
				out = append(out, p.plain())
			}
		}
	}
	return out
}

func pkgPath(f types.Object) string {
	if f.Pkg() == nil {
		return ""
	}
	return f.Pkg().Path()
}

// isStandard reports whether a package belongs to the standard library.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}
