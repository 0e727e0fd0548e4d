package registry

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// avroForm writes an Avro schema the way that registries store it, apart from
// spacing: primitive types as strings, names in full without a namespace, and
// without members that say what holds anyway. Documentation, defaults, aliases
// and properties of one's own stay. It is finer than the parsing canonical form
// of the specification, which drops them.
func avroForm(n *jsondoc.Node, namespace string) *jsondoc.Node {
	switch n.Kind {
	case jsondoc.String:
		return avroName(n.Text, namespace)
	case jsondoc.Array:
		return &jsondoc.Node{Kind: jsondoc.Array, Items: avroForms(n.Items, namespace)}
	case jsondoc.Object:
		return avroObject(n, namespace)
	}
	return n
}

func avroForms(items []*jsondoc.Node, namespace string) []*jsondoc.Node {
	forms := make([]*jsondoc.Node, len(items))
	for i, item := range items {
		forms[i] = avroForm(item, namespace)
	}
	return forms
}

func avroObject(n *jsondoc.Node, namespace string) *jsondoc.Node {
	typ := n.Get("type")
	if len(n.Members) == 1 && typ != nil {
		return avroForm(typ, namespace)
	}
	name := n.Get("name")
	if name == nil || typ == nil || name.Kind != jsondoc.String || !slices.Contains(avroNamed, typ.Text) {
		return avroMembers(n, namespace)
	}
	if space := n.Get("namespace"); space != nil {
		namespace = space.Text
	}
	full := avroName(name.Text, namespace)
	if at := strings.LastIndexByte(full.Text, '.'); at >= 0 {
		namespace = full.Text[:at]
	}
	form := avroMembers(n, namespace)
	form.Members = slices.DeleteFunc(form.Members, func(m jsondoc.Member) bool { return m.Name == "namespace" || m.Name == "name" })
	form.Members = append(form.Members, jsondoc.Member{Name: "name", Value: full})
	return form
}

// avroMembers copies an object, its inner types in their form.
func avroMembers(n *jsondoc.Node, namespace string) *jsondoc.Node {
	form := &jsondoc.Node{Kind: jsondoc.Object}
	for _, m := range n.Members {
		switch {
		case m.Name == "type" || m.Name == "items" || m.Name == "values":
			m.Value = avroForm(m.Value, namespace)
		case m.Name == "fields" && m.Value.Kind == jsondoc.Array:
			m.Value = avroFields(m.Value, namespace)
		case m.Name == "aliases" && m.Value.Kind == jsondoc.Array:
			if len(m.Value.Items) == 0 {
				continue
			}
			if n.Get("fields") != nil || n.Get("symbols") != nil || n.Get("size") != nil {
				m.Value = &jsondoc.Node{Kind: jsondoc.Array, Items: avroForms(m.Value.Items, namespace)}
			}
		case m.Name == "order" && m.Value.Text == "ascending":
			continue
		}
		form.Members = append(form.Members, m)
	}
	return form
}

// avroFields keeps fields objects, whatever else they hold.
func avroFields(n *jsondoc.Node, namespace string) *jsondoc.Node {
	form := &jsondoc.Node{Kind: jsondoc.Array}
	for _, field := range n.Items {
		if field.Kind == jsondoc.Object {
			field = avroMembers(field, namespace)
		}
		form.Items = append(form.Items, field)
	}
	return form
}

var (
	avroNamed      = []string{"record", "error", "enum", "fixed"}
	avroPrimitives = []string{"null", "boolean", "int", "long", "float", "double", "bytes", "string", "array", "map", "union"}
)

// avroName returns a type's name in full.
func avroName(name, namespace string) *jsondoc.Node {
	if namespace != "" && !strings.Contains(name, ".") && !slices.Contains(avroPrimitives, name) && !slices.Contains(avroNamed, name) {
		name = namespace + "." + name
	}
	return &jsondoc.Node{Kind: jsondoc.String, Text: strings.TrimPrefix(name, ".")}
}
