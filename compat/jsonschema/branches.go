package jsonschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/internal/jsondoc"
)

// unionMessage words a break of anyOf or oneOf by what their branches are about.
func (c *cause) unionMessage() string {
	keyword, reader := c.Part.Keyword, branches(c.Part)
	if c.other == nil {
		return fmt.Sprintf("reader wants %s (%s), writer has no %s", reader, keyword, keyword)
	}
	writer := branches(c.other)
	if reader == writer {
		return fmt.Sprintf("reader wants %s (%s), writer means other values by the same", reader, keyword)
	}
	return fmt.Sprintf("reader wants %s (%s), writer may write %s", reader, keyword, writer)
}

// maxTold bounds how many branches a message names.
const maxTold = 4

func branches(union *compile.Part) string {
	var names []string
	more := 0
	for _, n := range union.Node().Items {
		switch name := about(n, maxDeclared); {
		case slices.Contains(names, name):
		case len(names) == maxTold:
			more++
		default:
			names = append(names, name)
		}
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, " or ")
}

// about says in short what a schema is about.
func about(n *jsondoc.Node, depth int) string {
	if n.Kind == jsondoc.Bool {
		return map[bool]string{true: "anything", false: "nothing"}[n.Bool]
	}
	if ref := n.Get("$ref"); ref != nil && ref.Kind == jsondoc.String {
		return clip(ref.Text[strings.LastIndexByte(ref.Text, '/')+1:])
	}
	if v := n.Get("const"); v != nil {
		return clip(string(v.Canonical()))
	}
	if v := n.Get("enum"); v != nil && len(v.Items) > 0 {
		text := clip(string(v.Items[0].Canonical()))
		if len(v.Items) > 1 {
			text += fmt.Sprintf(" and %d other values", len(v.Items)-1)
		}
		return text
	}
	name := typeNames(n)
	if items := n.Get("items"); name == "array" && items != nil && items.Kind == jsondoc.Object && depth > 0 {
		return "array of " + about(items, depth-1)
	}
	if which := distinction(n); which != "" && (name == "" || name == "object") {
		return "object with " + which
	}
	if p := n.Get("pattern"); p != nil && p.Kind == jsondoc.String {
		return "string like " + clip(p.Text)
	}
	if name == "" {
		return "other values"
	}
	return name
}

func typeNames(n *jsondoc.Node) string {
	t := n.Get("type")
	switch {
	case t == nil:
		return ""
	case t.Kind == jsondoc.String:
		return t.Text
	}
	var names []string
	for _, item := range t.Items {
		names = append(names, item.Text)
	}
	return strings.Join(names, " or ")
}

// distinction is what tells an object from others: a property with one value,
// else the first of those that it requires or has.
func distinction(n *jsondoc.Node) string {
	properties := n.Get("properties")
	var required []string
	if list := n.Get("required"); list != nil {
		for _, name := range list.Items {
			required = append(required, name.Text)
		}
	}
	first := ""
	if properties != nil {
		for _, p := range properties.Members {
			if v := p.Value.Get("const"); v != nil {
				return fmt.Sprintf("%s %s", p.Name, clip(string(v.Canonical())))
			}
			if first == "" && (len(required) == 0 || slices.Contains(required, p.Name)) {
				first = p.Name
			}
		}
	}
	if first == "" && len(required) > 0 {
		first = required[0]
	}
	return clip(first)
}
