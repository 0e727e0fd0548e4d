package program

import (
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// malformed returns a keyword whose value is not what it commonly is, or "". The
// metaschema may well allow it: the libraries, which know, then decide.
func malformed(t *jsonschema.Tree, p *jsonschema.Place) string {
	for _, m := range p.Node().Members {
		if !wellFormed(t, p, m) {
			return m.Name
		}
	}
	return ""
}

func wellFormed(t *jsonschema.Tree, p *jsonschema.Place, m jsondoc.Member) bool {
	v := m.Value
	switch m.Name {
	case "$ref":
		return v.Kind == jsondoc.String && v.Text != ""
	case "$id", "id", "$schema", "$anchor", "$comment", "title", "description", "format", "pattern", "contentEncoding", "contentMediaType":
		return v.Kind == jsondoc.String
	case "$recursiveRef", "$recursiveAnchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary":
		return true // not static, or no matter
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return v.Kind == jsondoc.Number && plainCount(p, v.Text)
	case "minimum", "maximum":
		return v.Kind == jsondoc.Number
	case "multipleOf":
		return v.Kind == jsondoc.Number && parseDecimal([]byte(v.Text)).sign() > 0
	case "exclusiveMinimum", "exclusiveMaximum":
		if p.Dialect() == jsonschema.Draft4 {
			return v.Kind == jsondoc.Bool && p.Node().Get(strings.ToLower(strings.TrimPrefix(m.Name, "exclusive"))) != nil
		}
		return v.Kind == jsondoc.Number
	case "uniqueItems", "readOnly", "writeOnly", "deprecated":
		return v.Kind == jsondoc.Bool
	case "type":
		return isType(v) || v.Kind == jsondoc.Array && len(v.Items) > 0 && distinct(v.Items) && all(v.Items, isType)
	case "required":
		return v.Kind == jsondoc.Array && len(v.Items) > 0 && all(v.Items, isString) && distinct(v.Items) || emptyList(p, v)
	case "enum":
		return v.Kind == jsondoc.Array && len(v.Items) > 0 && distinct(v.Items)
	case openEnum:
		return v.Kind != jsondoc.Array || distinct(v.Items)
	case "examples":
		return v.Kind == jsondoc.Array
	}
	return wellFormedApplicator(t, p, m)
}

// emptyList reports whether the list is empty, and may be.
func emptyList(p *jsonschema.Place, v *jsondoc.Node) bool {
	return v.Kind == jsondoc.Array && len(v.Items) == 0 && p.Dialect() > jsonschema.Draft4
}

func wellFormedApplicator(t *jsonschema.Tree, p *jsonschema.Place, m jsondoc.Member) bool {
	v := m.Value
	schema := func(n *jsondoc.Node) bool {
		return n.Kind == jsondoc.Object || n.Kind == jsondoc.Bool && p.Dialect() > jsonschema.Draft4
	}
	members := func(ok func(*jsondoc.Node) bool) bool {
		for _, m := range v.Members {
			if !ok(m.Value) {
				return false
			}
		}
		return v.Kind == jsondoc.Object
	}
	switch m.Name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		return members(schema)
	case "dependencies":
		return members(func(n *jsondoc.Node) bool { return schema(n) || names(p, n) })
	case "dependentRequired":
		return members(func(n *jsondoc.Node) bool { return names(p, n) })
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return v.Kind == jsondoc.Array && len(v.Items) > 0 && all(v.Items, schema)
	case "items":
		return schema(v) || v.Kind == jsondoc.Array && len(v.Items) > 0 && p.Dialect() < jsonschema.Draft2020 && all(v.Items, schema)
	case "additionalProperties", "additionalItems":
		return v.Kind == jsondoc.Bool || schema(v)
	case "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties", "unevaluatedItems", "contentSchema":
		return schema(v) || !p.Reads(m.Name)
	}
	return true
}

func names(p *jsonschema.Place, n *jsondoc.Node) bool {
	return n.Kind == jsondoc.Array && all(n.Items, isString) && distinct(n.Items) && (len(n.Items) > 0 || emptyList(p, n))
}

func isString(n *jsondoc.Node) bool { return n.Kind == jsondoc.String }

func isType(n *jsondoc.Node) bool {
	switch n.Text {
	case "null", "boolean", "number", "integer", "string", "array", "object":
		return n.Kind == jsondoc.String
	}
	return false
}

func all(nodes []*jsondoc.Node, ok func(*jsondoc.Node) bool) bool {
	for _, n := range nodes {
		if !ok(n) {
			return false
		}
	}
	return true
}

func distinct(nodes []*jsondoc.Node) bool {
	seen := make(map[string]bool, len(nodes))
	for _, n := range nodes {
		text := n.Text
		if n.Kind != jsondoc.String {
			text = string(n.Canonical())
		} else {
			text = `"` + text
		}
		if seen[text] {
			return false
		}
		seen[text] = true
	}
	return true
}

// plainCount reports whether the literal is a count of at most nine digits, which
// draft 4 has without a point.
func plainCount(p *jsonschema.Place, literal string) bool {
	n, ok := parseDecimal([]byte(literal)).small()
	return ok && n >= 0 && n < 1e9 && (p.Dialect() > jsonschema.Draft4 || strings.Trim(literal, "0123456789") == "")
}
