package effects

import (
	"go/types"
	"strings"
)

// A Named function is one that the configuration names and that is there.
type Named struct {
	Func  string
	Fault string // why it cannot mean what the configuration says; or empty
}

// named looks for the functions that the configuration names.
func (s *summarizer) named() {
	for _, e := range s.Sinks {
		f := s.find(e.Func)
		if f == nil {
			continue
		}
		n := Named{Func: e.Func}
		if err := e.Check(f); err != nil {
			n.Fault = err.Error()
		}
		s.out.Named = append(s.out.Named, n)
	}
}

// find returns a function or method by its full name, if the package imports
// it, directly or not, or declares it.
func (s *summarizer) find(name string) *types.Func {
	typ, method, isMethod := receiver(name)
	if !isMethod {
		dot := strings.LastIndexByte(name, '.')
		if p := s.imported[name[:max(dot, 0)]]; p != nil {
			f, _ := p.Scope().Lookup(name[dot+1:]).(*types.Func)
			return f
		}
		return nil
	}
	n := s.typeNamed(typ)
	if n == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, n.Obj().Pkg(), method)
	if types.IsInterface(n) {
		obj, _, _ = types.LookupFieldOrMethod(n, true, n.Obj().Pkg(), method)
	}
	f, _ := obj.(*types.Func)
	return f
}
