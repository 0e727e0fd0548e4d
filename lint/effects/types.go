package effects

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
)

// types notes the named types and interfaces that the package declares, also
// inside of functions.
func (s *summarizer) types() {
	var declared []*types.TypeName
	for _, obj := range s.pkg.Info.Defs {
		if name, ok := obj.(*types.TypeName); ok && !name.IsAlias() {
			declared = append(declared, name)
		}
	}
	slices.SortFunc(declared, func(a, b *types.TypeName) int {
		return strings.Compare(qualified(a)+s.pkg.Fset.Position(a.Pos()).String(), qualified(b)+s.pkg.Fset.Position(b.Pos()).String())
	})
	doc := s.docs()
	for _, name := range declared {
		n, ok := name.Type().(*types.Named)
		if !ok {
			continue
		}
		if types.IsInterface(n) {
			i := s.interfaceOf(n)
			i.Directives = doc[name.Name()]
			s.out.Interfaces = append(s.out.Interfaces, i)
			continue
		}
		if t := s.typeOf(n); len(t.Methods) > 0 || t.Key {
			s.out.Types = append(s.out.Types, t)
		}
	}
}

// docs returns the directives of interface methods, by interface and method.
func (s *summarizer) docs() map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, file := range s.pkg.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			body, ok := spec.Type.(*ast.InterfaceType)
			if !ok {
				return false
			}
			for _, m := range body.Methods.List {
				for _, word := range append(directives(m.Doc), directives(m.Comment)...) {
					if len(m.Names) > 0 {
						if out[spec.Name.Name] == nil {
							out[spec.Name.Name] = map[string]string{}
						}
						out[spec.Name.Name][m.Names[0].Name] = word
					}
				}
			}
			return false
		})
	}
	return out
}

func (s *summarizer) typeOf(n *types.Named) *Type {
	t := &Type{Name: qualified(n.Obj()), Generic: n.TypeParams().Len(), Double: isDouble(n, s)}
	set := types.NewMethodSet(types.NewPointer(n))
	for i := range set.Len() {
		t.Methods = append(t.Methods, s.method(set.At(i)))
	}
	if st, ok := n.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			if f := st.Field(i).Type(); isInterface(f) {
				t.Fields = append(t.Fields, ref(f).Name)
			}
			t.Key = t.Key || catalog.IsKeyName(st.Field(i).Name()) || catalog.IsKeyName(wireName(st.Tag(i)))
		}
	}
	return t
}

func (s *summarizer) method(sel *types.Selection) Method {
	f := sel.Obj().(*types.Func)
	m := Method{Sig: signature(f)}
	if holder := receiverType(sel); isInterface(holder) {
		r := s.interfaceRef(holder)
		m.Iface = &r
		return m
	}
	m.Func = f.Origin().FullName()
	if !s.Own(pkgPath(f)) {
		if entry, ok := s.sinks.lookup(s, f.Origin(), receiverType(sel)); ok {
			s.libraryFunc(f, entry)
		}
	}
	return m
}

// isDouble reports whether a type stands for another in tests, by its name or
// by that of its package.
func isDouble(n *types.Named, s *summarizer) bool {
	name := strings.ToLower(n.Obj().Name())
	for _, word := range []string{"mock", "fake", "stub", "spy", "dummy"} {
		if strings.HasPrefix(name, word) || strings.HasSuffix(name, word) {
			return true
		}
	}
	for part := range strings.SplitSeq(strings.ToLower(n.Obj().Pkg().Path()), "/") {
		switch {
		case strings.HasPrefix(part, "mock"), strings.HasSuffix(part, "mocks"), strings.HasSuffix(part, "_mock"),
			strings.HasPrefix(part, "fake"), strings.HasSuffix(part, "test") && part != "test" && len(part) > 4,
			strings.HasSuffix(part, "testing"), strings.HasPrefix(part, "testutil"), part == "testdata", part == "stubs":
			return true
		}
	}
	file := strings.ToLower(s.pkg.Fset.Position(n.Obj().Pos()).Filename)
	return strings.Contains(file, "mock") || strings.HasSuffix(file, "_test.go")
}
