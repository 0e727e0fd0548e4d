package readable

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Pointer returns the JSON pointer of the first value that the path leads to
// and that violates the literal; of several ways it takes one to such a value.
// Where a path ends early, at a name that the event lacks, so does the pointer.
func Pointer(t *logic.Table, v *value.Value, path []compile.Step, says logic.Lit) string {
	at, _ := locate(t, v, path, says)
	return at
}

func locate(t *logic.Table, v *value.Value, path []compile.Step, says logic.Lit) (at string, broken bool) {
	if len(path) == 0 {
		return "", t.Eval(says, v) == logic.No
	}
	first := ""
	for _, b := range branches(v, path[0]) {
		rest, broken := locate(t, b.value, path[1:], says)
		if broken {
			return b.token + rest, true
		}
		if first == "" {
			first = b.token + rest
		}
	}
	return first, false
}

type branch struct {
	token string
	value *value.Value
}

func branches(v *value.Value, s compile.Step) []branch {
	var list []branch
	switch {
	case s.Items && v.Kind == jsondoc.Array:
		for i := s.From; i < min(s.To, len(v.Items)); i++ {
			list = append(list, branch{"/" + strconv.Itoa(i), v.Items[i]})
		}
	case s.Region != nil && v.Kind == jsondoc.Object:
		for _, m := range v.Members {
			if s.Region.Has(m.Name) == logic.Yes {
				list = append(list, branch{"/" + jsondoc.EscapePointer(m.Name), m.Value})
			}
		}
	}
	return list
}

// Names lists the members of the object that a pointer leads to.
func Names(v *value.Value, at string) []string {
	for _, token := range tokens(at) {
		if v = step(v, token); v == nil {
			return nil
		}
	}
	var names []string
	for _, m := range v.Members {
		names = append(names, m.Name)
	}
	return names
}

// Without returns the event without one member of the object that a pointer
// leads to.
func Without(v *value.Value, at, name string) *value.Value {
	return without(v, tokens(at), name)
}

func without(v *value.Value, way []string, name string) *value.Value {
	if len(way) == 0 {
		return value.Object(slices.DeleteFunc(slices.Clone(v.Members), func(m value.Member) bool { return m.Name == name }))
	}
	return put(v, way[:1], without(step(v, way[0]), way[1:], name))
}

func tokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	list := strings.Split(pointer[1:], "/")
	for i, token := range list {
		list[i] = jsondoc.UnescapePointer(token)
	}
	return list
}

// step returns a member or item, or nil.
func step(v *value.Value, token string) *value.Value {
	if v.Kind != jsondoc.Array {
		return v.Get(token)
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(v.Items) {
		return nil
	}
	return v.Items[i]
}
