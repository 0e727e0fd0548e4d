package readable

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// maxRenamed bounds the members that are renamed in one event.
const maxRenamed = 4

// rename gives members with an empty name, which a search takes where any name
// will do, a name that reads like one. The value in question may move with it.
func (im *improver) rename(v *value.Value) *value.Value {
	for range maxRenamed {
		holder, ok := unnamed(v, nil)
		if !ok {
			break
		}
		next := im.nameIn(v, holder)
		if next == nil {
			break
		}
		v = next
	}
	return v
}

// unnamed returns the way to the first object with an empty name.
func unnamed(v *value.Value, way []string) ([]string, bool) {
	if v.Kind == jsondoc.Object && v.Get("") != nil {
		return way, true
	}
	for _, m := range v.Members {
		if found, ok := unnamed(m.Value, append(way[:len(way):len(way)], m.Name)); ok {
			return found, true
		}
	}
	for i, item := range v.Items {
		if found, ok := unnamed(item, append(way[:len(way):len(way)], strconv.Itoa(i))); ok {
			return found, true
		}
	}
	return nil, false
}

// nameIn returns the event with a name in the place of the empty one in an
// object, or nil if none will do.
func (im *improver) nameIn(v *value.Value, holder []string) *value.Value {
	object := im.at(v, holder)
	for _, name := range []string{"other", "extra", "a"} {
		if object.Get(name) != nil || im.declared(v, holder, name) {
			continue
		}
		members := slices.Clone(object.Members)
		members[0].Name = name // the empty name comes first
		next := put(v, holder, value.Object(members))
		if !im.proves(v, next, nil) {
			continue
		}
		if rest, ok := strings.CutPrefix(im.At+"/", pointer(holder)+"//"); ok {
			im.At = strings.TrimSuffix(pointer(holder)+"/"+name+"/"+rest, "/")
		}
		return next
	}
	return nil
}

func (im *improver) at(v *value.Value, way []string) *value.Value {
	for _, token := range way {
		v = step(v, token)
	}
	return v
}

// declared reports whether the writer or the reader has a property of that name
// in the object.
func (im *improver) declared(v *value.Value, holder []string, name string) bool {
	var path []compile.Step
	for _, token := range holder {
		next := compile.Step{Region: im.Table.Name(token)}
		if v.Kind == jsondoc.Array {
			i, _ := strconv.Atoi(token)
			next = compile.Step{Items: true, From: i, To: i + 1}
		}
		path, v = append(path, next), step(v, token)
	}
	for _, root := range []*compile.Site{im.Writer, im.Reader} {
		if len(reasons.Locate(root, path).Declared(im.Table.Name(name))) > 0 {
			return true
		}
	}
	return false
}
