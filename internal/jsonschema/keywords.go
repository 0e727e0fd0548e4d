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

var applicators = map[string]applicator{
	"$defs":                 {shape: named},
	"definitions":           {shape: named},
	"properties":            {shape: named},
	"patternProperties":     {shape: named},
	"additionalProperties":  {shape: single},
	"dependencies":          {shape: named},
	"allOf":                 {shape: list},
	"anyOf":                 {shape: list},
	"oneOf":                 {shape: list},
	"not":                   {shape: single},
	"items":                 {shape: single | list},
	"additionalItems":       {shape: single, until: Draft2019},
	"propertyNames":         {shape: single, since: Draft6},
	"contains":              {shape: single, since: Draft6},
	"if":                    {shape: single, since: Draft7},
	"then":                  {shape: single, since: Draft7},
	"else":                  {shape: single, since: Draft7},
	"contentSchema":         {shape: single, since: Draft2019},
	"dependentSchemas":      {shape: named, since: Draft2019},
	"unevaluatedProperties": {shape: single, since: Draft2019},
	"unevaluatedItems":      {shape: single, since: Draft2019},
	"prefixItems":           {shape: list, since: Draft2020},
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
	hidden := hasRef(n) && d < Draft2019
	for _, m := range n.Members {
		a, ok := applicators[m.Name]
		if !ok || d < a.since || a.until != 0 && d > a.until {
			continue
		}
		if hidden && m.Name != "definitions" && m.Name != "$defs" {
			continue
		}
		if m.Name == "items" && d >= Draft2020 {
			a.shape = single
		}
		subs = append(subs, below(m, a.shape)...)
	}
	return subs
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
	return text(n, "$ref") != ""
}

// text returns the named member if it is a string, else "".
func text(n *jsondoc.Node, name string) string {
	if v := n.Get(name); v != nil && v.Kind == jsondoc.String {
		return v.Text
	}
	return ""
}
