package jsonschema

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// extract returns the document without what none of the values comes to:
// properties of other names, keywords about other kinds of value, definitions
// that nothing left refers to, and annotations. Whatever is left is as it was,
// so each of them is judged as by the whole. It returns false where
// that cannot be told from the text at a glance: then the document has to be
// taken whole.
//
// The names that a schema knows do not depend on what is cut, unless a schema
// counts against a value; policy says whether they matter.
func extract(doc *jsondoc.Document, uri string, dialect Dialect, values *reach, policy evctl.Policy) (*jsondoc.Document, bool) {
	x := &extractor{
		doc: doc, base: uri, dialect: dialect, named: policy != evctl.Strict,
		visited: map[meeting]bool{}, marked: map[*jsondoc.Node]kinds{}, passed: map[*jsondoc.Node]bool{},
	}
	if id := identifier(doc.Root, dialect); id != "" {
		x.base = join(uri, id)
	}
	x.mark(doc.Root, values)
	if x.lost || x.named && x.negates {
		return nil, false
	}
	return &jsondoc.Document{File: doc.File, Text: doc.Text, Root: x.schema(doc.Root)}, true
}

type extractor struct {
	doc     *jsondoc.Document
	base    string
	dialect Dialect
	named   bool // names that are known matter
	negates bool // a schema counts against a value
	lost    bool // something was found that the extractor cannot follow
	visited map[meeting]bool
	marked  map[*jsondoc.Node]kinds // of values that come to a schema; never 0
	passed  map[*jsondoc.Node]bool  // on the way to a target of a reference
}

// A meeting is a schema that values of a shape come to.
type meeting struct {
	schema *jsondoc.Node
	shape  *reach
}

// met stands in the kinds of a schema that some value comes to, whatever else.
const met kinds = 1 << 7

// mark marks the schema and all that such a value can come to from it. Without
// values none comes to it, but the names in it count.
func (x *extractor) mark(n *jsondoc.Node, values *reach) {
	if !isSchema(n) || x.lost || x.visited[meeting{n, values}] {
		return
	}
	x.visited[meeting{n, values}] = true
	x.marked[n] |= met
	if values != nil {
		x.marked[n] |= values.kinds
	}
	if n != x.doc.Root && isResource(n) {
		x.lost = true
	}
	if raw := n.TextOf("$ref"); raw != "" {
		x.follow(raw, values)
		if x.dialect < Draft2019 {
			return
		}
	}
	for _, m := range n.Members {
		switch m.Name {
		case "not", "if", "dependencies", "dependentSchemas":
			x.negates = true
		case "$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor", "contentSchema":
			x.lost = true
		}
		x.below(n, m, values)
	}
}

// isResource reports whether the schema may have an address or a draft of its own.
func isResource(n *jsondoc.Node) bool {
	return n.TextOf("$id") != "" || n.TextOf("id") != "" || n.TextOf("$schema") != ""
}

// below marks the schemas in a schema's keyword.
func (x *extractor) below(schema *jsondoc.Node, m jsondoc.Member, values *reach) {
	a := applicatorOf(m.Name)
	switch {
	case a.shape == 0 || m.Name == "$defs" || m.Name == "definitions" || x.idle(schema, m.Name):
	case m.Name == "properties":
		if values != nil {
			for name, below := range values.members {
				x.mark(m.Value.Get(name), below)
			}
		}
	case inPlace(m.Name):
		x.each(m.Value, a.shape, values)
	case m.Name == "propertyNames":
		x.mark(m.Value, names)
	case strings.HasSuffix(m.Name, "Properties"):
		if x.named {
			x.each(m.Value, a.shape, nil)
		}
		if values != nil {
			for _, below := range values.members {
				x.each(m.Value, a.shape, below)
			}
		}
	default: // of items
		if values != nil {
			x.each(m.Value, a.shape, values.items)
		} else {
			x.each(m.Value, a.shape, nil)
		}
	}
}

// each marks the schemas that a keyword's value is or holds.
func (x *extractor) each(v *jsondoc.Node, s shape, values *reach) {
	switch {
	case v.Kind == jsondoc.Array && s&list != 0:
		for _, item := range v.Items {
			x.mark(item, values)
		}
	case s&named != 0:
		for _, sub := range v.Members {
			x.mark(sub.Value, values)
		}
	default:
		x.mark(v, values)
	}
}

// inPlace reports whether a keyword applies its schemas to the value itself.
func inPlace(keyword string) bool {
	switch keyword {
	case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependencies", "dependentSchemas":
		return true
	}
	return false
}

// idle reports whether the keyword speaks of values of a kind that does not
// come to the schema. Where known names matter, all keywords count.
func (x *extractor) idle(schema *jsondoc.Node, keyword string) bool {
	kind, ok := speaksOf(keyword)
	return ok && !x.named && !x.marked[schema].has(kind)
}

// speaksOf returns the kind of value that the keyword speaks of, if it is one.
func speaksOf(keyword string) (jsondoc.Kind, bool) {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return jsondoc.Number, true
	case "minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType":
		return jsondoc.String, true
	case "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "minContains", "maxContains",
		"minItems", "maxItems", "uniqueItems":
		return jsondoc.Array, true
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "required",
		"minProperties", "maxProperties", "dependencies", "dependentSchemas", "dependentRequired":
		return jsondoc.Object, true
	}
	return 0, false
}

// follow marks the target of a reference, and the way to it. A target outside
// the document is left to the libraries, as is one that does not exist.
func (x *extractor) follow(raw string, values *reach) {
	address, fragment, _ := strings.Cut(raw, "#")
	if address != "" && withoutFragment(join(x.base, address)) != x.base {
		x.lost = x.lost || !x.alone()
		return
	}
	pointer, err := url.PathUnescape(fragment)
	switch {
	case err != nil || pointer == "/":
		x.lost = true
		return
	case pointer != "" && pointer[0] != '/': // an anchor may stand anywhere
		x.lost = true
		return
	}
	n, way := x.doc.Root, []*jsondoc.Node{}
	if pointer != "" {
		for token := range strings.SplitSeq(pointer[1:], "/") {
			next, ok := n.At("/" + token)
			if !ok {
				return
			}
			if way = append(way, n); n != x.doc.Root && n.Kind == jsondoc.Object && isResource(n) {
				x.lost = true
			}
			n = next
		}
	}
	for _, p := range way {
		x.passed[p] = true
	}
	x.passed[n] = true
	x.mark(n, values)
}

// alone reports whether no schema but the root can have an address.
func (x *extractor) alone() bool {
	keyword := []byte(`"$id"`)
	if x.dialect == Draft4 {
		keyword = []byte(`"id"`)
	}
	own := 0
	if identifier(x.doc.Root, x.dialect) != "" {
		own = 1
	}
	return bytes.Count(x.doc.Text, keyword) <= own && !bytes.Contains(x.doc.Text, []byte(`\u`))
}

// schema copies a schema without what is not marked. Of a schema that is only
// passed by it keeps the way.
func (x *extractor) schema(n *jsondoc.Node) *jsondoc.Node {
	if n.Kind != jsondoc.Object {
		return n
	}
	if x.marked[n] == 0 && !x.passed[n] {
		return &jsondoc.Node{Kind: jsondoc.Object}
	}
	hidden := x.marked[n] == 0 || x.dialect < Draft2019 && hasRef(n)
	kept := *n
	kept.Members = nil
	for _, m := range n.Members {
		switch {
		case x.passed[m.Value]:
			m.Value = x.value(m)
		case hidden && !strings.HasPrefix(m.Name, "$") && m.Name != "id", annotates(m.Name):
			continue
		case m.Name == "$defs" || m.Name == "definitions" || x.idle(n, m.Name):
			continue
		default:
			m.Value = x.value(m)
		}
		kept.Members = append(kept.Members, m)
	}
	return &kept
}

// annotates reports whether a keyword says nothing of any value.
func annotates(keyword string) bool {
	return slices.Contains([]string{"title", "description", "$comment", "examples", "default", "markdownDescription"}, keyword)
}

// value copies a keyword's value, schemas cut.
func (x *extractor) value(m jsondoc.Member) *jsondoc.Node {
	a := applicatorOf(m.Name)
	n := m.Value
	switch {
	case a.shape&single != 0 && isSchema(n):
		return x.schema(n)
	case a.shape == 0 && !x.passed[n]:
		return n
	case n.Kind == jsondoc.Array:
		kept := *n
		kept.Items = make([]*jsondoc.Node, len(n.Items))
		for i, item := range n.Items {
			kept.Items[i] = x.schema(item)
		}
		return &kept
	case a.shape&named != 0:
		return x.members(n)
	}
	return x.schema(n) // an object under an unknown keyword, passed by
}

func (x *extractor) members(n *jsondoc.Node) *jsondoc.Node {
	kept := *n
	kept.Members = nil
	for _, sub := range n.Members {
		if x.marked[sub.Value] != 0 || x.passed[sub.Value] || !isSchema(sub.Value) {
			sub.Value = x.schema(sub.Value)
			kept.Members = append(kept.Members, sub)
		}
	}
	return &kept
}
