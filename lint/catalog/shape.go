package catalog

import (
	"fmt"
	"go/types"
	"path"
	"strings"
)

// A shape describes methods by name and signature instead of by who declares
// them.
type shape struct {
	method   string
	params   []string // types; "*" fits any, a last "..." any number
	results  []string
	receiver string // of the receiver type's name, a path.Match pattern
	imports  string // a package that the declaring one imports
	entry    Entry
}

// parseShape reads METHOD func(TYPE,…)(TYPE,…) EFFECTS… without any space in
// the signature.
func parseShape(fields []string) (shape, error) {
	params, results, ok := strings.Cut(strings.TrimPrefix(fields[1], "func("), ")(")
	if !ok || !strings.HasPrefix(fields[1], "func(") || !strings.HasSuffix(results, ")") {
		return shape{}, fmt.Errorf("%s: %s: want func(…)(…)", fields[0], fields[1])
	}
	s := shape{method: fields[0], params: list(params), results: list(strings.TrimSuffix(results, ")"))}
	s.entry = parseEntry(append([]string{fields[0]}, fields[2:]...))
	s.receiver, s.imports = s.entry.Notes["receiver"], s.entry.Notes["imports"]
	delete(s.entry.Notes, "receiver")
	delete(s.entry.Notes, "imports")
	return s, nil
}

func list(types string) []string {
	if types == "" {
		return nil
	}
	return strings.Split(types, ",")
}

func (s shape) fits(f *types.Func) bool {
	signature := f.Signature()
	if signature.Recv() == nil || !s.fitsReceiver(signature.Recv().Type()) || !s.fitsPackage(f.Pkg()) {
		return false
	}
	return fit(s.params, signature.Params(), signature.Variadic()) && fit(s.results, signature.Results(), false)
}

func (s shape) fitsReceiver(t types.Type) bool {
	if s.receiver == "" {
		return true
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	matched, _ := path.Match(s.receiver, named.Obj().Name())
	return matched
}

func (s shape) fitsPackage(p *types.Package) bool {
	if s.imports == "" {
		return true
	}
	if p == nil {
		return false
	}
	for _, imported := range p.Imports() {
		if imported.Path() == s.imports {
			return true
		}
	}
	return false
}

func fit(want []string, have *types.Tuple, variadic bool) bool {
	for i := range have.Len() {
		switch {
		case i >= len(want):
			return false
		case want[i] == "...":
			return true
		case want[i] != "*" && want[i] != typeName(have.At(i).Type(), variadic && i == have.Len()-1):
			return false
		}
	}
	return len(want) == have.Len() || len(want) == have.Len()+1 && want[have.Len()] == "..."
}

// typeName writes a type with whole import paths and without aliases; the empty
// interface is any.
func typeName(t types.Type, variadic bool) string {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return "*" + typeName(t.Elem(), false)
	case *types.Slice:
		if variadic {
			return "..." + typeName(t.Elem(), false)
		}
		return "[]" + typeName(t.Elem(), false)
	case *types.Interface:
		if t.Empty() {
			return "any"
		}
	}
	return types.TypeString(types.Unalias(t), nil)
}
