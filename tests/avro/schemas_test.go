package avro

import (
	"encoding/json"
	"fmt"
	"slices"

	"pgregory.net/rapid"
)

type object = map[string]any

// A generator draws schemas. Names are numbered, so that old and new schemas
// meet under the same ones; a name may be used again within its own type.
type generator struct {
	t     *rapid.T
	names int
	open  []string // records being declared
	known []string // types declared
}

func (g *generator) int(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }
func (g *generator) chance(n int) bool           { return g.int("chance", n) == 0 }

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("n.T%d", g.names)
}

var primitives = []any{"null", "boolean", "int", "long", "float", "double", "bytes", "string",
	object{"type": "int", "logicalType": "date"},
	object{"type": "long", "logicalType": "timestamp-millis"},
	object{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}}

func (g *generator) typ(depth int) any {
	if names := append(slices.Clone(g.known), g.open...); len(names) > 0 && g.chance(8) {
		return names[g.int("name", len(names))]
	}
	if depth == 0 {
		return primitives[g.int("primitive", len(primitives))]
	}
	switch g.int("kind", 8) {
	case 0:
		return object{"type": "array", "items": g.typ(depth - 1)}
	case 1:
		return object{"type": "map", "values": g.typ(depth - 1)}
	case 2:
		return g.union(depth - 1)
	case 3:
		t := object{"type": "enum", "name": g.declare(), "symbols": []any{"A", "B", "C"}[:1+g.int("symbols", 3)]}
		if g.chance(3) {
			t["default"] = "A"
		}
		return t
	case 4:
		return object{"type": "fixed", "name": g.declare(), "size": 1 + g.int("size", 2)}
	case 5, 6:
		return g.record(depth - 1)
	}
	return primitives[g.int("primitive", len(primitives))]
}

func (g *generator) declare() string {
	name := g.name()
	g.known = append(g.known, name)
	return name
}

func (g *generator) record(depth int) any {
	name := g.name()
	g.open = append(g.open, name)
	fields := []any{}
	for i := range g.int("fields", 4) {
		fields = append(fields, g.field(fmt.Sprintf("f%d", i), depth))
	}
	g.open = g.open[:len(g.open)-1]
	g.known = append(g.known, name)
	return object{"type": "record", "name": name, "fields": fields}
}

func (g *generator) field(name string, depth int) object {
	f := object{"name": name, "type": g.typ(depth)}
	if d, ok := defaultOf(f["type"]); ok && g.chance(2) {
		f["default"] = d
	}
	return f
}

func defaultOf(t any) (any, bool) {
	switch t := t.(type) {
	case []any:
		return defaultOf(t[0])
	case object:
		switch t["type"] {
		case "array":
			return []any{}, true
		case "map":
			return object{}, true
		case "enum":
			return t["symbols"].([]any)[0], true
		}
		return defaultOf(t["type"])
	}
	d, ok := object{"null": nil, "boolean": true, "int": 1, "long": 2, "float": 1.5, "double": 2.5, "bytes": "b", "string": "s"}[t.(string)]
	return d, ok
}

// union draws branches that may stand together.
func (g *generator) union(depth int) any {
	branches := []any{}
	seen := map[string]bool{}
	for range 1 + g.int("branches", 3) {
		b := g.typ(depth)
		if id := unionID(b); id != "" && !seen[id] {
			seen[id] = true
			branches = append(branches, b)
		}
	}
	if len(branches) == 0 {
		return "null"
	}
	return branches
}

func unionID(t any) string {
	switch t := t.(type) {
	case string:
		return t
	case object:
		if name, ok := t["name"]; ok {
			return name.(string)
		}
		return t["type"].(string)
	}
	return ""
}

// mutate changes one thing in a copy of the schema, or nothing.
func (g *generator) mutate(schema any) any {
	var clone any
	if json.Unmarshal([]byte(text(schema)), &clone) != nil {
		panic("a schema does not marshal")
	}
	var places []*any
	collect(&clone, &places)
	place := places[g.int("place", len(places))]
	*place = g.change(*place)
	return clone
}

// collect lists the places where a type stands.
func collect(t *any, places *[]*any) {
	*places = append(*places, t)
	switch node := (*t).(type) {
	case []any:
		for i := range node {
			collect(&node[i], places)
		}
	case object:
		for _, member := range []string{"items", "values"} {
			if inner, ok := node[member]; ok {
				collect(&inner, places)
				node[member] = &inner
			}
		}
		fields, _ := node["fields"].([]any)
		for _, f := range fields {
			field := f.(object)
			inner := field["type"]
			collect(&inner, places)
			field["type"] = &inner
		}
	}
}

func (g *generator) change(t any) any {
	if node, ok := t.(object); ok && !g.chance(4) {
		switch node["type"] {
		case "record":
			return g.changeRecord(node)
		case "enum":
			node["symbols"] = []any{"A", "B", "C", "D"}[:1+g.int("symbols", 4)]
			return node
		case "fixed":
			node["size"] = 1 + g.int("size", 2)
			return node
		}
	}
	switch g.int("change", 4) {
	case 0:
		if branches, ok := t.([]any); ok && len(branches) > 1 {
			return branches[1:]
		}
	case 1:
		if branches, ok := t.([]any); ok {
			return append(branches, object{"type": "enum", "name": g.name() + "x", "symbols": []any{"A"}})
		}
		return []any{"null", t}
	case 2:
		return []any{t}
	}
	return g.typ(1)
}

func (g *generator) changeRecord(node object) any {
	fields := node["fields"].([]any)
	switch i := g.int("field change", 6); {
	case i == 0:
		node["aliases"] = []any{node["name"]}
		node["name"] = g.name() + "renamed"
	case i == 1:
		node["name"] = "m." + node["name"].(string)[2:]
	case i == 2 || len(fields) == 0:
		node["fields"] = append(fields, g.field(fmt.Sprintf("g%d", g.int("new", 3)), 1))
	case i == 3:
		at := g.int("gone", len(fields))
		node["fields"] = slices.Delete(fields, at, at+1)
	case i == 4:
		f := fields[g.int("renamed", len(fields))].(object)
		f["aliases"] = []any{f["name"]}
		f["name"] = "renamed"
	default:
		f := fields[g.int("default", len(fields))].(object)
		delete(f, "default")
	}
	return node
}

// text writes a schema.
func text(schema any) string {
	b, err := json.Marshal(schema)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// draw returns a schema and a changed one.
func draw(t *rapid.T) (old, new string) {
	g := &generator{t: t}
	schema := g.record(3)
	changed := schema
	for range 1 + g.int("changes", 3) {
		changed = g.mutate(changed)
	}
	return text(schema), text(changed)
}
