package jsonschema

import (
	"encoding/json"
	"maps"
	"math"
	"strconv"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A normalizer rewrites the documents of a bundle so that both libraries read
// them alike and in the semantics of this package. Keywords keep their places;
// what is added goes to the end of allOf and is remembered in added.
type normalizer struct {
	bundle *bundle
	writer bool // enforce x-extensible-enum
	added  map[string]string
	assume assumption
}

// An assumption stands in for the schemas that are missing.
type assumption byte

const (
	nothing    assumption = iota // the schema does not compile
	allowsAll                    // they allow every value
	allowsNone                   // they allow no value
)

// document returns the rewritten text of doc as encoding/json would decode it
// with UseNumber.
func (z *normalizer) document(doc *document) any {
	return z.value(doc, doc.Root, "")
}

func (z *normalizer) value(doc *document, n *jsondoc.Node, pointer string) any {
	switch n.Kind {
	case jsondoc.Null:
		return nil
	case jsondoc.Bool:
		return n.Bool
	case jsondoc.Number:
		return json.Number(n.Text)
	case jsondoc.String:
		return n.Text
	case jsondoc.Array:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = z.value(doc, item, pointer+"/"+strconv.Itoa(i))
		}
		return items
	}
	members := make(map[string]any, len(n.Members))
	for _, m := range n.Members {
		members[m.Name] = z.value(doc, m.Value, pointer+"/"+jsondoc.EscapePointer(m.Name))
	}
	if p := z.bundle.places[n]; p != nil {
		z.schema(p, members)
	}
	return members
}

// annotationsUnlessAsserted are keywords that the drafts treat differently.
var annotationsUnlessAsserted = []string{"format", "contentEncoding", "contentMediaType", "contentSchema"}

var counts = []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"}

func (z *normalizer) schema(p *place, members map[string]any) {
	z.dialect(p, members)
	z.reference(p, members)
	z.keywords(p, members)
}

// keywords rewrites what the libraries, or drafts, read in different ways.
func (z *normalizer) keywords(p *place, members map[string]any) {
	if !z.bundle.sem.AssertFormats {
		for _, keyword := range annotationsUnlessAsserted {
			if keyword != "format" || !p.doc.asserts {
				delete(members, keyword)
			}
		}
	}
	for _, keyword := range annotationsUnlessAsserted {
		if idleContent(p.node, keyword) {
			delete(members, keyword)
		}
	}
	if name, ok := members["format"].(string); ok && !p.doc.builtIn {
		members["format"] = FormatIn(p.doc.dialect, name)
	}
	if p.doc.dialect < Draft2019 && hasRef(p.node) {
		for _, keyword := range secondReads {
			delete(members, keyword)
		}
	}
	for _, keyword := range counts {
		if n, ok := members[keyword].(json.Number); ok {
			members[keyword] = clampCount(n)
		}
	}
	if v, ok := members["const"]; ok && p.doc.dialect == Draft4 {
		z.require(p, members, "const", map[string]any{"enum": []any{v}})
	}
	if values, ok := members["enum"].([]any); ok && len(values) == 0 {
		delete(members, "enum") // v5 reads an empty list as no list
		z.require(p, members, "enum", map[string]any{"not": map[string]any{}})
	}
	if values, ok := members[openEnum].([]any); ok && z.writer {
		z.require(p, members, openEnum, anyOtherTypeOr(values))
	}
}

// secondReads are keywords that v6 reads beside a $ref, where they do not count.
var secondReads = []string{"const", "contains", "propertyNames", "if", "then", "else", "contentEncoding", "contentMediaType"}

// openEnum lists the values that a producer may write and a consumer need not know.
const openEnum = "x-extensible-enum"

// anyOtherTypeOr is a schema for the values, and for all values of types that
// do not occur among them.
func anyOtherTypeOr(values []any) any {
	var types []any
	seen := map[string]bool{}
	for _, v := range values {
		if t := typeName(v); !seen[t] {
			seen[t] = true
			types = append(types, t)
		}
	}
	if len(types) == 0 {
		return map[string]any{}
	}
	return map[string]any{"anyOf": []any{
		map[string]any{"not": map[string]any{"type": types}},
		map[string]any{"enum": values},
	}}
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

// require adds a constraint to allOf, unless allOf is malformed: then the
// metaschema rejects the document anyway.
func (z *normalizer) require(p *place, members map[string]any, keyword string, schema any) {
	all, ok := members["allOf"].([]any)
	if _, present := members["allOf"]; present && !ok {
		return
	}
	at := p.doc.uri + "#" + p.pointer
	z.added[at+"/allOf/"+strconv.Itoa(len(all))] = p.pointer + "/" + keyword
	members["allOf"] = append(all[:len(all):len(all)], schema)
}

// dialect gives roots the canonical $schema. An unknown one stays where its
// metaschema is among the documents.
func (z *normalizer) dialect(p *place, members map[string]any) {
	declared, ok := members["$schema"].(string)
	if p.pointer != "" {
		if d, known := dialectOf(declared); ok && !known {
			delete(members, "$schema")
		} else if ok {
			members["$schema"] = d.uri()
		}
		return
	}
	if ok && z.bundle.addresses[declared] != nil {
		if _, known := dialectOf(declared); !known {
			return
		}
	}
	members["$schema"] = p.doc.dialect.uri()
}

// reference points $ref at the address and place under which the libraries
// know the target. They refuse documents that use one $id twice, as generated
// ones do: there, later uses are dropped and no reference leans on any.
func (z *normalizer) reference(p *place, members map[string]any) {
	if p.repeats {
		delete(members, "$id")
		if p.doc.dialect == Draft4 {
			delete(members, "id")
		}
	}
	raw := p.node.TextOf("$ref")
	if raw == "" {
		return
	}
	target := z.bundle.resolve(p, raw)
	if target == nil && z.assume != nothing && !isMetaschema(withoutFragment(join(p.base, raw))) {
		z.replace(p, members)
		return
	}
	if target != nil && !target.doc.builtIn && (target.doc != p.doc || p.doc.repeats) {
		members["$ref"] = target.doc.uri + "#" + escapeFragment(target.pointer)
	}
}

// replace puts the assumption in the place of a reference.
func (z *normalizer) replace(p *place, members map[string]any) {
	delete(members, "$ref")
	if p.doc.dialect < Draft2019 { // $ref hides its siblings
		maps.DeleteFunc(members, func(keyword string, _ any) bool {
			return keyword != "definitions" && keyword != "$defs" && keyword != "$schema"
		})
	}
	if z.assume == allowsNone {
		z.require(p, members, "$ref", map[string]any{"not": map[string]any{}})
	}
}

// clampCount keeps counts within int: no document is that large.
func clampCount(n json.Number) json.Number {
	if f, err := n.Float64(); err == nil && f <= math.MaxInt32 {
		return n
	}
	return json.Number(strconv.Itoa(math.MaxInt32))
}
