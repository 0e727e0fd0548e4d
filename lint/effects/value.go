package effects

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"strings"

	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
)

// Limits of what is kept of one value.
const (
	maxText      = 4_096 // bytes of a constant
	maxParts     = 6
	maxPartDepth = 3
)

func constText(v constant.Value) string {
	s := v.ExactString()
	if v.Kind() == constant.String {
		s = constant.StringVal(v)
	}
	return s[:min(len(s), maxText)]
}

func (w *walker) object(id *ast.Ident) types.Object {
	if id == nil {
		return nil
	}
	if obj := w.info().Defs[id]; obj != nil {
		return obj
	}
	return w.info().Uses[id]
}

func (w *walker) isGlobal(obj types.Object) bool {
	return obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
}

// place names a variable or literal by where it stands.
func (w *walker) place(n ast.Node) string {
	p := w.pkg.Fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d:%d", path.Base(p.Filename), p.Line, p.Column)
}

// ident returns what a name stands for.
func (w *walker) ident(id *ast.Ident) Value {
	obj := w.object(id)
	switch obj := obj.(type) {
	case *types.Func:
		return Value{Kind: FuncRef, Text: obj.Origin().FullName()}
	case *types.Var:
		if v, ok := w.env[obj]; ok {
			return v
		}
		if w.isGlobal(obj) {
			return Value{Kind: Global, Text: qualified(obj), Tx: w.isTx(obj.Type())}
		}
		return Value{Kind: Local, Text: w.place(&ast.Ident{NamePos: obj.Pos()}), Tx: w.isTx(obj.Type())}
	}
	return Value{}
}

// same reports whether two values are known to be one.
func same(a, b Value) bool {
	return a.Kind == b.Kind && a.Index == b.Index && a.Text == b.Text && a.Of == b.Of
}

// either is a variable that holds one of two values. Of two texts, one that
// writes counts.
func either(a, b Value, obj types.Object) Value {
	switch {
	case a.Kind == Const && b.Kind == Const:
		if sqltext.Read(b.Text).Verb.Writes() {
			return b
		}
		return a
	case a.Kind == Unknown:
		return b
	case b.Kind == Unknown:
		return a
	}
	return Value{Kind: Local, Text: fmt.Sprintf("%s@%d", obj.Name(), obj.Pos()), Tx: a.Tx || b.Tx, Parts: []Value{a.plain(), b.plain()}}
}

// plain returns the value with what it is made of cut at a depth, to bound its
// size.
func (v Value) plain() Value { return v.cut(maxPartDepth) }

func (v Value) cut(depth int) Value {
	v.Base = nil
	if depth == 0 {
		v.Parts = nil
		return v
	}
	parts := v.Parts[:min(len(v.Parts), maxParts)]
	v.Parts = nil
	for _, p := range parts {
		v.Parts = append(v.Parts, p.cut(depth-1))
	}
	return v
}

// join is the text a followed by b.
func join(a, b Value) Value {
	if a.Kind != Const && b.Kind != Const {
		return Value{Kind: Local, Parts: []Value{a.plain(), b.plain()}}
	}
	text := a.Text
	if a.Kind != Const {
		text = sqltext.Hole
	}
	if b.Kind == Const {
		text += b.Text
	} else {
		text += sqltext.Hole
	}
	v := Value{Kind: Const, Text: text[:min(len(text), maxText)]}
	for _, part := range []Value{a, b} {
		if part.Kind != Const && len(v.Parts) < maxParts {
			v.Parts = append(v.Parts, part.plain())
		}
	}
	return v
}

// sprintf fills the verbs of a format as far as the arguments are known.
func sprintf(args []Value) Value {
	if len(args) == 0 || args[0].Kind != Const {
		return Value{Kind: Local, Parts: args[:min(len(args), maxParts)]}
	}
	out := Value{Kind: Const}
	var b strings.Builder
	next := 1
	format := args[0].Text
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		for i++; i+1 < len(format) && strings.IndexByte("+-# 0123456789.[]", format[i]) >= 0; i++ {
		}
		if format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if next < len(args) && args[next].Kind == Const {
			b.WriteString(args[next].Text)
		} else {
			b.WriteString(sqltext.Hole)
			if next < len(args) && len(out.Parts) < maxParts {
				out.Parts = append(out.Parts, args[next].plain())
			}
		}
		next++
	}
	out.Text = b.String()[:min(b.Len(), maxText)]
	return out
}

// expr walks an expression in the order in which it is evaluated, and returns
// where its value comes from.
func (w *walker) expr(e ast.Expr) Value {
	defer w.leave()
	if e == nil || !w.enter() {
		return Value{}
	}
	if tv, ok := w.info().Types[e]; ok && tv.Value != nil {
		return Value{Kind: Const, Text: constText(tv.Value)}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return w.expr(e.X)
	case *ast.Ident:
		return w.ident(e)
	case *ast.FuncLit:
		return Value{Kind: FuncRef, Text: w.literal(e)}
	case *ast.CompositeLit:
		return w.composite(e)
	case *ast.SelectorExpr:
		return w.selector(e)
	case *ast.CallExpr:
		return w.call(e)
	case *ast.UnaryExpr:
		return w.unary(e)
	case *ast.StarExpr:
		return w.expr(e.X)
	case *ast.BinaryExpr:
		return w.binary(e)
	case *ast.TypeAssertExpr:
		v := w.expr(e.X)
		if e.Type != nil {
			v.Tx = v.Tx || w.isTx(w.info().TypeOf(e.Type))
		}
		return v
	case *ast.IndexExpr:
		if w.info().Types[e.Index].IsType() {
			return w.expr(e.X)
		}
		base := w.expr(e.X)
		w.expr(e.Index)
		return Value{Kind: Local, Text: w.place(e), Parts: []Value{base.plain()}}
	case *ast.IndexListExpr:
		return w.expr(e.X)
	case *ast.SliceExpr:
		return w.expr(e.X)
	}
	return Value{}
}

func (w *walker) unary(e *ast.UnaryExpr) Value {
	v := w.expr(e.X)
	switch e.Op {
	case token.AND:
		return v
	case token.ARROW:
		if !w.isSignal(e.X) {
			w.site(Site{Pos: w.position(e.OpPos), Effects: []catalog.Effect{catalog.Await}})
		}
		return v
	}
	return Value{}
}

// isSignal reports whether a channel tells that time has passed, or that nobody
// waits any more, and not that something was done.
func (w *walker) isSignal(e ast.Expr) bool {
	if n := named(elem(w.info().TypeOf(e))); n != nil && qualified(n.Obj()) == "time.Time" {
		return true
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := w.callee(call).(*types.Func)
	return ok && f.Name() == "Done" && pkgPath(f) == "context"
}

func (w *walker) binary(e *ast.BinaryExpr) Value {
	left := w.expr(e.X)
	if e.Op != token.LAND && e.Op != token.LOR {
		right := w.expr(e.Y)
		if e.Op == token.ADD {
			return join(left, right)
		}
		return Value{}
	}
	yes, no := w.condition(e.X)
	if e.Op == token.LOR {
		yes = no
	}
	w.arms([]way{{outcome: yes, run: func() { w.expr(e.Y) }}, {run: func() {}}})
	return Value{}
}

// selector returns what x.y stands for: a field, a method, a name of a package.
func (w *walker) selector(e *ast.SelectorExpr) Value {
	sel := w.info().Selections[e]
	if sel == nil {
		if obj, ok := w.info().Uses[e.Sel].(*types.Var); ok {
			return Value{Kind: Global, Text: qualified(obj), Tx: w.isTx(obj.Type())}
		}
		if w.info().Uses[e.Sel] == nil && w.packageOf(e.X) == nil {
			return w.expr(e.X) // of a type that could not be found
		}
		return w.ident(e.Sel)
	}
	base := w.expr(e.X)
	switch sel.Kind() {
	case types.FieldVal:
		if base.Kind == Local && base.Type == "" && len(base.Parts) > 0 && base.Text == "" {
			return base
		}
		v := Value{Kind: Field, Text: fieldName(sel), Tx: w.isTx(sel.Type()), Type: w.ownType(sel.Type())}
		b := base
		b.Base = nil
		v.Base = &b
		return v
	case types.MethodVal, types.MethodExpr:
		f := sel.Obj().(*types.Func).Origin()
		holder := receiverType(sel)
		if isInterface(holder) {
			r := w.interfaceRef(holder)
			return Value{Kind: FuncRef, Text: signature(sel.Obj().(*types.Func)), Iface: &r}
		}
		return Value{Kind: FuncRef, Text: f.FullName()}
	}
	return Value{}
}

// fieldName names a field by the type that declares it.
func fieldName(sel *types.Selection) string {
	t := sel.Recv()
	index := sel.Index()
	for _, i := range index[:len(index)-1] {
		t = structField(t, i)
	}
	if n := named(t); n != nil {
		return qualified(n.Obj()) + "." + sel.Obj().Name()
	}
	return "." + sel.Obj().Name()
}

// receiverType returns the type that a method is called on, behind the fields
// that the selection passes through.
func receiverType(sel *types.Selection) types.Type {
	t := sel.Recv()
	index := sel.Index()
	for _, i := range index[:len(index)-1] {
		t = structField(t, i)
	}
	return t
}

func structField(t types.Type, i int) types.Type {
	if t == nil {
		return nil
	}
	u := t.Underlying()
	if p, ok := u.(*types.Pointer); ok {
		u = p.Elem().Underlying()
	}
	if s, ok := u.(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Type()
	}
	return nil
}
