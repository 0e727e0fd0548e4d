package jsonschema

import (
	"strconv"

	"github.com/evctl/evctl/internal/jsondoc"
)

// shape tells where sub-schemas stand below a keyword.
type shape byte

const (
	single shape = 1 << iota // the value is a schema
	list                     // the value is an array of schemas
	named                    // the value is an object of schemas
)

// An applicator is a keyword that holds sub-schemas, and the drafts that read it.
type applicator struct {
	shape        shape
	since, until Dialect // inclusive; zero means no limit
}

// applicatorOf returns the zero value for a keyword that is no applicator.
func applicatorOf(keyword string) applicator {
	switch keyword {
	case "$defs", "definitions", "properties", "patternProperties", "dependencies":
		return applicator{shape: named}
	case "allOf", "anyOf", "oneOf":
		return applicator{shape: list}
	case "additionalProperties", "not":
		return applicator{shape: single}
	case "items":
		return applicator{shape: single | list}
	case "additionalItems":
		return applicator{shape: single, until: Draft2019}
	case "propertyNames", "contains":
		return applicator{shape: single, since: Draft6}
	case "if", "then", "else":
		return applicator{shape: single, since: Draft7}
	case "contentSchema", "unevaluatedProperties", "unevaluatedItems":
		return applicator{shape: single, since: Draft2019}
	case "dependentSchemas":
		return applicator{shape: named, since: Draft2019}
	case "prefixItems":
		return applicator{shape: list, since: Draft2020}
	}
	return applicator{}
}

// reads reports whether a draft reads the applicator.
func (d Dialect) reads(a applicator) bool {
	return d >= a.since && (a.until == 0 || d <= a.until)
}

// A subschema is a schema directly below another one.
type subschema struct {
	keyword string
	name    string // member name or index below the keyword, if any
	pointer string // relative to the parent
	node    *jsondoc.Node
}

// subschemas lists the sub-schemas of n in the order of the text. Before
// 2019-09 a $ref hides its siblings, all but definitions.
func subschemas(n *jsondoc.Node, d Dialect) []subschema {
	var subs []subschema
	if n == nil || n.Kind != jsondoc.Object {
		return nil
	}
	for _, m := range n.Members {
		subs = append(subs, below(m, d.shapeOf(n, m.Name))...)
	}
	return subs
}

// shapeOf returns the shape of a keyword's value in the schema; it is 0 where
// the draft reads no schemas there.
func (d Dialect) shapeOf(schema *jsondoc.Node, keyword string) shape {
	a := applicatorOf(keyword)
	switch {
	case a.shape == 0 || !d.reads(a):
		return 0
	case d < Draft2019 && keyword != "definitions" && keyword != "$defs" && hasRef(schema):
		return 0
	case keyword == "items" && d >= Draft2020:
		return single
	}
	return a.shape
}

func below(m jsondoc.Member, s shape) []subschema {
	var subs []subschema
	prefix := "/" + jsondoc.EscapePointer(m.Name)
	switch {
	case isSchema(m.Value) && s&single != 0:
		return []subschema{{keyword: m.Name, pointer: prefix, node: m.Value}}
	case m.Value.Kind == jsondoc.Array && s&list != 0:
		for i, item := range m.Value.Items {
			if isSchema(item) {
				index := strconv.Itoa(i)
				subs = append(subs, subschema{m.Name, index, prefix + "/" + index, item})
			}
		}
	case m.Value.Kind == jsondoc.Object && s&named != 0:
		for _, sub := range m.Value.Members {
			if isSchema(sub.Value) {
				subs = append(subs, subschema{m.Name, sub.Name, prefix + "/" + jsondoc.EscapePointer(sub.Name), sub.Value})
			}
		}
	}
	return subs
}

func isSchema(n *jsondoc.Node) bool {
	return n != nil && (n.Kind == jsondoc.Object || n.Kind == jsondoc.Bool)
}

func hasRef(n *jsondoc.Node) bool {
	return n.TextOf("$ref") != ""
}
