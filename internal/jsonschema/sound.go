package jsonschema

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Checker tells schemas that are plainly right from those that their
// metaschema has to judge. It remembers the patterns that it has read; it is
// not safe for concurrent use.
type Checker struct {
	patterns map[string]bool
}

// Sound reports whether ValidateSchema would find no fault, as far as that can
// be told at a glance: false means nothing.
func (c *Checker) Sound(doc *jsondoc.Document, sem evctl.Semantics) bool {
	if c.patterns == nil {
		c.patterns = map[string]bool{}
	}
	dialect, _ := Draft(doc, sem)
	return glance{c, dialect}.schema(doc.Root)
}

// A glance checks the keywords that real schemas use, in the spellings that
// need no second look. What all drafts leave open it passes over.
type glance struct {
	*Checker
	dialect Dialect
}

func (g glance) schema(n *jsondoc.Node) bool {
	if n.Kind == jsondoc.Bool {
		return g.dialect > Draft4
	}
	if n.Kind != jsondoc.Object {
		return false
	}
	for i := range n.Members {
		if !g.keyword(n, n.Members[i].Name, n.Members[i].Value) {
			return false
		}
	}
	return true
}

func (g glance) keyword(schema *jsondoc.Node, name string, v *jsondoc.Node) bool {
	if a := applicatorOf(name); a.shape != 0 {
		return g.applies(name, a.shape, v)
	}
	switch name {
	case "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary":
		return false
	case "$comment", "title", "description", "format", "contentMediaType", "contentEncoding":
		return v.Kind == jsondoc.String
	case "$schema", "$id", "id", "$ref", "$anchor":
		return v.Kind == jsondoc.String && g.names(name, v.Text)
	case "pattern":
		return v.Kind == jsondoc.String && g.pattern(v.Text)
	case "readOnly", "writeOnly", "deprecated", "uniqueItems":
		return v.Kind == jsondoc.Bool
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return isWhole(v)
	case "minimum", "maximum":
		return v.Kind == jsondoc.Number
	case "exclusiveMinimum", "exclusiveMaximum":
		return v.Kind == jsondoc.Number && g.dialect > Draft4 ||
			v.Kind == jsondoc.Bool && g.dialect == Draft4 && schema.Get(strings.ToLower(name[len("exclusive"):])) != nil
	case "multipleOf":
		return v.Kind == jsondoc.Number && v.Text[0] != '-' && !isZero(v)
	case "type":
		return isTypeName(v) || distinctScalars(v) && allItems(v, isTypeName)
	case "enum":
		return distinctScalars(v)
	case "required":
		return g.texts(v)
	case "dependentRequired":
		return v.Kind == jsondoc.Object && allMembers(v, g.texts)
	case "examples":
		return v.Kind == jsondoc.Array
	}
	return true
}

func (g glance) applies(name string, s shape, v *jsondoc.Node) bool {
	switch {
	case v.Kind == jsondoc.Bool && strings.HasPrefix(name, "additional"):
		return true
	case s&single != 0 && v.Kind != jsondoc.Array:
		return g.schema(v)
	case s&list != 0:
		if name == "items" && g.dialect >= Draft2020 {
			return false
		}
		return v.Kind == jsondoc.Array && len(v.Items) > 0 && allItems(v, g.schema)
	case v.Kind != jsondoc.Object:
		return false
	}
	for i := range v.Members {
		m := &v.Members[i]
		ok := false
		switch {
		case name == "patternProperties":
			ok = g.pattern(m.Name) && g.schema(m.Value)
		case name == "dependencies" && m.Value.Kind == jsondoc.Array:
			ok = g.texts(m.Value)
		default:
			ok = g.schema(m.Value)
		}
		if !ok {
			return false
		}
	}
	return true
}

func allItems(n *jsondoc.Node, ok func(*jsondoc.Node) bool) bool {
	for _, item := range n.Items {
		if !ok(item) {
			return false
		}
	}
	return true
}

func allMembers(n *jsondoc.Node, ok func(*jsondoc.Node) bool) bool {
	for i := range n.Members {
		if !ok(n.Members[i].Value) {
			return false
		}
	}
	return true
}

// texts reports whether the node is a list of different strings; draft 4 wants
// at least one.
func (g glance) texts(n *jsondoc.Node) bool {
	isText := func(n *jsondoc.Node) bool { return n.Kind == jsondoc.String }
	return n.Kind == jsondoc.Array && (len(n.Items) == 0 && g.dialect > Draft4 || distinctScalars(n)) && allItems(n, isText)
}

// distinctScalars reports whether the node is a list of different scalars, not
// empty. Numbers count only if they are spelt as natural numbers.
func distinctScalars(n *jsondoc.Node) bool {
	if n.Kind != jsondoc.Array || len(n.Items) == 0 {
		return false
	}
	type scalar struct {
		kind jsondoc.Kind
		bool bool
		text string
	}
	seen := make(map[scalar]bool, len(n.Items))
	for _, item := range n.Items {
		if item.Kind >= jsondoc.Array || item.Kind == jsondoc.Number && !isWhole(item) {
			return false
		}
		seen[scalar{item.Kind, item.Bool, item.Text}] = true
	}
	return len(seen) == len(n.Items)
}

// isWhole reports whether the node is a number spelt in digits alone.
func isWhole(n *jsondoc.Node) bool {
	return n.Kind == jsondoc.Number && strings.IndexFunc(n.Text, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

func isTypeName(n *jsondoc.Node) bool {
	if n.Kind != jsondoc.String {
		return false
	}
	switch n.Text {
	case "null", "boolean", "integer", "number", "string", "array", "object":
		return true
	}
	return false
}

func (g glance) pattern(text string) bool {
	ok, known := g.patterns[text]
	if !known {
		_, err := compilePattern(text)
		ok = err == nil
		g.patterns[text] = ok
	}
	return ok
}

// names reports whether an address or anchor is one beyond doubt.
func (g glance) names(keyword, text string) bool {
	rest, absolute := strings.CutPrefix(text, "https://")
	if !absolute {
		rest, absolute = strings.CutPrefix(text, "http://")
	}
	if keyword == "$schema" && !absolute || absolute && (rest == "" || !isLetter(rune(rest[0]))) {
		return false
	}
	before, fragment, _ := strings.Cut(rest, "#")
	if keyword == "$id" && fragment != "" || keyword == "$anchor" && (text == "" || before != text || !isLetter(rune(text[0]))) {
		return false
	}
	for _, c := range before + fragment {
		switch {
		case isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.':
		case keyword != "$anchor" && (c == '/' || c == '$'):
		default:
			return false
		}
	}
	return true
}
