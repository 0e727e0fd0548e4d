package effects

import (
	"go/types"
	"strconv"
	"strings"
)

// text writes a type so that equal types have equal text in all packages. A
// type parameter is written by its index.
func text(t types.Type) string {
	var b strings.Builder
	w := writer{b: &b}
	w.typ(t, 0)
	return b.String()
}

// maxTypeDepth bounds how deep the text of a type goes.
const maxTypeDepth = 12

type writer struct{ b *strings.Builder }

func (w writer) typ(t types.Type, depth int) {
	if depth > maxTypeDepth {
		w.b.WriteString("…")
		return
	}
	switch t := types.Unalias(t).(type) {
	case nil:
		w.b.WriteString("?")
	case *types.TypeParam:
		w.b.WriteString("‹" + strconv.Itoa(t.Index()) + "›")
	case *types.Named:
		w.b.WriteString(qualified(t.Obj()))
		w.args(t.TypeArgs(), depth)
	case *types.Pointer:
		w.b.WriteByte('*')
		w.typ(t.Elem(), depth+1)
	case *types.Slice:
		w.b.WriteString("[]")
		w.typ(t.Elem(), depth+1)
	case *types.Array:
		w.b.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		w.typ(t.Elem(), depth+1)
	case *types.Map:
		w.b.WriteString("map[")
		w.typ(t.Key(), depth+1)
		w.b.WriteByte(']')
		w.typ(t.Elem(), depth+1)
	case *types.Chan:
		w.b.WriteString([...]string{"chan ", "chan<- ", "<-chan "}[t.Dir()])
		w.typ(t.Elem(), depth+1)
	case *types.Signature:
		w.b.WriteString("func")
		w.signature(t, depth)
	case *types.Interface:
		w.literal(t, depth)
	default:
		w.b.WriteString(types.TypeString(t, func(p *types.Package) string { return p.Path() }))
	}
}

func (w writer) args(list *types.TypeList, depth int) {
	if list.Len() == 0 {
		return
	}
	w.b.WriteByte('[')
	for i := range list.Len() {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.typ(list.At(i), depth+1)
	}
	w.b.WriteByte(']')
}

func (w writer) signature(s *types.Signature, depth int) {
	w.b.WriteByte('(')
	w.tuple(s.Params(), s.Variadic(), depth)
	w.b.WriteByte(')')
	if s.Results().Len() > 0 {
		w.b.WriteByte('(')
		w.tuple(s.Results(), false, depth)
		w.b.WriteByte(')')
	}
}

func (w writer) tuple(t *types.Tuple, variadic bool, depth int) {
	for i := range t.Len() {
		if i > 0 {
			w.b.WriteByte(',')
		}
		if slice, ok := t.At(i).Type().(*types.Slice); ok && variadic && i == t.Len()-1 {
			w.b.WriteString("...")
			w.typ(slice.Elem(), depth+1)
			continue
		}
		w.typ(t.At(i).Type(), depth+1)
	}
}

func (w writer) literal(t *types.Interface, depth int) {
	w.b.WriteString("interface{")
	for i := range t.NumMethods() {
		w.b.WriteString(t.Method(i).Name())
		w.signature(t.Method(i).Signature(), depth+1)
		w.b.WriteByte(';')
	}
	w.b.WriteByte('}')
}

func qualified(o types.Object) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// signature writes a method's name and signature. A name that is not exported
// carries its package.
func signature(f *types.Func) string {
	var b strings.Builder
	if f.Exported() {
		b.WriteString(f.Name())
	} else {
		b.WriteString(qualified(f))
	}
	writer{&b}.signature(f.Signature(), 0)
	return b.String()
}

// ref names a type, without its pointer.
func ref(t types.Type) Ref {
	t = types.Unalias(t)
	var r Ref
	if p, ok := t.(*types.Pointer); ok {
		r.Ptr, t = true, types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok {
		r.Name = text(t)
		return r
	}
	r.Name = qualified(named.Obj())
	for i := range named.TypeArgs().Len() {
		r.Args = append(r.Args, text(named.TypeArgs().At(i)))
	}
	return r
}

// named returns the named type behind a pointer, if there is one.
func named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

func isInterface(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	return types.IsInterface(t)
}
