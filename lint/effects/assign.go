package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
)

func (w *walker) assign(s *ast.AssignStmt) {
	if len(s.Lhs) != len(s.Rhs) {
		v := w.expr(s.Rhs[0])
		tuple, _ := w.info().TypeOf(s.Rhs[0]).(*types.Tuple)
		for i, lhs := range s.Lhs {
			w.set(lhs, v, s.Rhs[0])
			if tuple != nil && i < tuple.Len() {
				w.convert(w.info().TypeOf(lhs), tuple.At(i).Type())
			}
		}
		w.dropInto(s.Lhs[len(s.Lhs)-1], v, s.Rhs[0])
		return
	}
	values := make([]Value, len(s.Rhs))
	for i, rhs := range s.Rhs {
		values[i] = w.expr(rhs)
	}
	for i, lhs := range s.Lhs {
		if s.Tok == token.ADD_ASSIGN {
			values[i] = join(w.expr(lhs), values[i])
		}
		w.set(lhs, values[i], s.Rhs[i])
		w.dropInto(lhs, values[i], s.Rhs[i])
		w.flow2(w.info().TypeOf(lhs), lhs, s.Rhs[i], values[i])
	}
}

// dropInto notes that an error is assigned to the blank identifier.
func (w *walker) dropInto(lhs ast.Expr, v Value, rhs ast.Expr) {
	if id, ok := lhs.(*ast.Ident); ok && id.Name == "_" {
		w.drop(v, rhs)
	}
}

// set notes what a variable, field or element now holds.
func (w *walker) set(lhs ast.Expr, v Value, rhs ast.Expr) {
	switch lhs := ast.Unparen(lhs).(type) {
	case *ast.Ident:
		obj := w.object(lhs)
		if obj == nil || lhs.Name == "_" {
			return
		}
		if isError(obj.Type()) {
			w.errs[obj] = w.failing(v, rhs)
		}
		if w.isGlobal(obj) {
			w.flow(obj, rhs, v)
			return
		}
		v.Tx = v.Tx || w.isTx(obj.Type())
		w.env[obj] = v
	case *ast.SelectorExpr:
		field := w.expr(lhs)
		if !w.libraryField(lhs.Sel.Pos(), field.Text, v) {
			w.key(lhs.Sel.Pos(), lhs.Sel.Name, "", v)
		}
		if field.Kind == Field {
			w.putFunc(field.Text, v)
		}
	case *ast.IndexExpr:
		held := w.expr(lhs.X)
		if name := w.expr(lhs.Index); name.Kind == Const {
			w.key(lhs.Index.Pos(), name.Text, "", v)
		}
		if held.Kind == Field {
			w.putFunc(held.Text, v)
		}
	case *ast.StarExpr:
		w.expr(lhs.X)
	}
}

// failing returns the sites that an error may come from: the call itself.
func (w *walker) failing(v Value, rhs ast.Expr) []int {
	switch e := ast.Unparen(rhs).(type) {
	case *ast.Ident:
		sites, _ := w.errorOf(e)
		return sites
	case *ast.CallExpr:
		if v.Kind == Result && v.Of == "" {
			return []int{v.Index}
		}
		for _, arg := range e.Args { // fmt.Errorf("…: %w", err)
			if sites, ok := w.errorOf(arg); ok {
				return sites
			}
		}
	}
	return nil
}

func (w *walker) declare(d ast.Decl) {
	decl, ok := d.(*ast.GenDecl)
	if !ok || decl.Tok != token.VAR {
		return
	}
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, value := range spec.Values {
			v := w.expr(value)
			for j, name := range spec.Names {
				if j == i || len(spec.Values) == 1 {
					w.set(name, v, value)
					w.flow2(w.info().TypeOf(name), name, value, v)
				}
			}
		}
	}
}

// putFunc notes that a field is given a function, one that a call returns, or a
// literal that holds some.
func (w *walker) putFunc(field string, v Value) {
	for _, part := range v.Parts {
		if part.Kind == FuncRef && part.Iface == nil {
			w.put(Flow{Into: Ref{Name: field}, Func: part.Text})
		}
	}
	switch {
	case v.Kind == FuncRef:
		w.put(Flow{Into: Ref{Name: field}, Func: v.Text})
	case v.Kind == Result && v.Of == "" && w.fn.Sites[v.Index].Func != "":
		w.put(Flow{Into: Ref{Name: field}, Func: w.fn.Sites[v.Index].Func, Made: true})
	}
}

// whole puts the name of a struct in front of a field that says too little.
func whole(owner *types.Named, field string) string {
	if owner == nil || !strings.EqualFold(field, "id") {
		return field
	}
	return owner.Obj().Name() + "." + field
}

// key notes that a field, an element or a header that carries an idempotency
// key or an event's id by its name is given a value.
func (w *walker) key(at token.Pos, name, tag string, v Value) {
	for _, name := range []string{name, wireName(tag)} {
		if catalog.IsKeyName(name) || catalog.IsEventID(name) {
			w.site(Site{Pos: w.position(at), Effects: []catalog.Effect{catalog.SetKey},
				Roles: map[catalog.Role]Value{catalog.Key: {Kind: Const, Text: name}, catalog.Value: v}})
			return
		}
	}
}

// libraryField notes that a field of a library's struct that the catalogue
// knows is given a value. It reports whether it is one.
func (w *walker) libraryField(at token.Pos, name string, v Value) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return false
	}
	e, ok := w.sinks.catalog.Field("(" + name[:dot] + ")" + name[dot:])
	if !ok {
		return false
	}
	w.site(Site{Pos: w.position(at), Func: e.Func, Effects: e.Effects, Notes: e.Notes,
		Roles: map[catalog.Role]Value{catalog.Key: {Kind: Const, Text: name[dot+1:]}, catalog.Value: v}})
	return true
}

// wireName returns the name that a struct tag gives a field in JSON.
func wireName(tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(tag, "`")).Get("json"), ",")
	return name
}

// composite walks a composite literal: what is put into its fields, and the
// keys among them.
func (w *walker) composite(e *ast.CompositeLit) Value {
	t := w.info().TypeOf(e)
	if t == nil {
		return Value{}
	}
	owner := named(t)
	under := t.Underlying()
	if p, ok := under.(*types.Pointer); ok { // &T{} elided in a slice of pointers
		under, owner = p.Elem().Underlying(), named(p.Elem())
	}
	out := Value{Kind: Local, Text: w.place(e), Type: w.ownType(t)}
	for i, element := range e.Elts {
		switch under := under.(type) {
		case *types.Struct:
			w.field(owner, under, element, i, &out)
		default:
			if kv, ok := element.(*ast.KeyValueExpr); ok {
				name, v := w.expr(kv.Key), w.expr(kv.Value)
				w.element(t, kv.Value, v, &out)
				if name.Kind == Const {
					w.key(kv.Key.Pos(), name.Text, "", v)
				}
			} else {
				w.element(t, element, w.expr(element), &out)
			}
		}
	}
	return out
}

// element notes what a list or a map holds.
func (w *walker) element(of types.Type, e ast.Expr, v Value, out *Value) {
	w.flowType(elem(of), e, v)
	if v.Kind == FuncRef && len(out.Parts) < maxParts {
		out.Parts = append(out.Parts, v)
	}
}

func (w *walker) field(owner *types.Named, s *types.Struct, element ast.Expr, i int, out *Value) {
	value := element
	if kv, ok := element.(*ast.KeyValueExpr); ok {
		value = kv.Value
		i = -1
		for j := range s.NumFields() {
			if id, ok := kv.Key.(*ast.Ident); ok && s.Field(j).Name() == id.Name {
				i = j
			}
		}
	}
	v := w.expr(value)
	if i < 0 || i >= s.NumFields() {
		return
	}
	f := s.Field(i)
	w.flowType(f.Type(), value, v)
	if owner == nil || !w.libraryField(value.Pos(), qualified(owner.Obj())+"."+f.Name(), v) {
		w.key(value.Pos(), whole(owner, f.Name()), s.Tag(i), v)
	}
	if owner != nil && holdsFuncs(f.Type()) {
		w.putFunc(qualified(owner.Obj())+"."+f.Name(), v)
	}
	if len(out.Parts) < maxParts && v.Kind != Unknown {
		out.Parts = append(out.Parts, v.plain())
	}
}

// holdsFuncs reports whether a type is one of functions, or of a list or map of
// them.
func holdsFuncs(t types.Type) bool {
	if e := elem(t); e != nil {
		t = e
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
