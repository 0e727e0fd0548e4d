package jsonschema

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// extract returns the text of the document without what none of the values comes
// to: properties of other names, keywords about other kinds of value, definitions
// that nothing left refers to, and annotations. Whatever is left is as it was,
// so each of the values is judged as by the whole. It returns false where
// that cannot be told from the text at a glance: then the document has to be
// taken whole.
//
// The names that a schema knows do not depend on what is cut, unless a schema
// counts against a value; policy says whether they matter.
//
// Placed says that some reference in the text depends on its address.
func extract(doc *jsondoc.Document, uri string, dialect Dialect, values *reach, policy evctl.Policy) (text []byte, placed, ok bool) {
	x, ok := markAll(doc, uri, dialect, values, policy)
	if !ok {
		return nil, false, false
	}
	x.schema(doc.Root)
	return x.text, x.placed, true
}

// markAll marks what is needed of the document.
func markAll(doc *jsondoc.Document, uri string, dialect Dialect, values *reach, policy evctl.Policy) (*extractor, bool) {
	x := &extractor{doc: doc, base: uri, dialect: dialect, named: policy != evctl.Strict, marks: map[*jsondoc.Node]*mark{}}
	if id := identifier(doc.Root, dialect); id != "" {
		x.base = join(uri, id)
	}
	x.mark(doc.Root, values)
	return x, !x.lost && !(x.named && x.negates)
}

type extractor struct {
	doc     *jsondoc.Document
	base    string
	dialect Dialect
	named   bool // names that are known matter
	negates bool // a schema counts against a value
	lost    bool // something was found that the extractor cannot follow
	marks   map[*jsondoc.Node]*mark
	writing
	placed bool // the text refers by address
}

// A mark stands at a node that is needed.
type mark struct {
	met    bool     // some value comes to it, or its names count
	kinds  kinds    // of these values
	shapes []*reach // of these values
	passed bool     // it is on the way to a target of a reference
}

func (x *extractor) markOf(n *jsondoc.Node) *mark {
	m := x.marks[n]
	if m == nil {
		m = &mark{}
		x.marks[n] = m
	}
	return m
}

// mark marks the schema and all that such a value can come to from it. Without
// values none comes to it, but the names in it count.
func (x *extractor) mark(n *jsondoc.Node, values *reach) {
	if !isSchema(n) || x.lost {
		return
	}
	mark := x.markOf(n)
	if mark.met && slices.Contains(mark.shapes, values) {
		return
	}
	mark.met, mark.shapes = true, append(mark.shapes, values)
	if values != nil {
		mark.kinds |= values.kinds
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
		x.below(mark, m, values)
	}
}

// isResource reports whether the schema may have an address or a draft of its own.
func isResource(n *jsondoc.Node) bool {
	return n.TextOf("$id") != "" || n.TextOf("id") != "" || n.TextOf("$schema") != ""
}

// below marks the schemas in a schema's keyword.
func (x *extractor) below(schema *mark, m jsondoc.Member, values *reach) {
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
func (x *extractor) idle(schema *mark, keyword string) bool {
	kind, ok := speaksOf(keyword)
	return ok && !x.named && !schema.kinds.has(kind)
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
	pointer, inside := x.within(raw)
	switch {
	case !inside:
		x.lost = x.lost || !x.alone()
		return
	case pointer == "/" || pointer != "" && pointer[0] != '/': // an anchor may stand anywhere
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
	for _, p := range append(way, n) {
		x.markOf(p).passed = true
	}
	x.mark(n, values)
}

// within returns the fragment of a reference into the document itself.
func (x *extractor) within(raw string) (pointer string, inside bool) {
	address, fragment, _ := strings.Cut(raw, "#")
	if address != "" && withoutFragment(join(x.base, address)) != x.base {
		return "", false
	}
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return fragment, true
	}
	return pointer, true
}

// target returns the schema that a marked reference leads to, or nil.
func (x *extractor) target(raw string) *jsondoc.Node {
	if pointer, inside := x.within(raw); inside {
		if n, ok := x.doc.Root.At(pointer); ok && isSchema(n) {
			return n
		}
	}
	return nil
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

// schema writes a schema without what is not marked. Of a schema that is only
// passed by it keeps the way.
func (x *extractor) schema(n *jsondoc.Node) {
	mark := x.marks[n]
	switch {
	case n.Kind != jsondoc.Object:
		x.copy(x.doc, n)
		return
	case mark == nil:
		x.text = append(x.text, "{}"...)
		return
	}
	hidden := !mark.met || x.dialect < Draft2019 && hasRef(n)
	x.text = append(x.text, '{')
	for _, m := range n.Members {
		switch {
		case x.passes(m.Value):
		case hidden && !strings.HasPrefix(m.Name, "$") && m.Name != "id", annotates(m.Name),
			m.Name == "$defs", m.Name == "definitions", x.idle(mark, m.Name):
			continue
		}
		x.member(m.Name)
		x.value(m)
	}
	x.text = append(x.text, '}')
}

func (x *extractor) passes(n *jsondoc.Node) bool {
	mark := x.marks[n]
	return mark != nil && mark.passed
}

// annotates reports whether a keyword says nothing of any value.
func annotates(keyword string) bool {
	switch keyword {
	case "title", "description", "$comment", "examples", "default", "markdownDescription":
		return true
	}
	return strings.HasPrefix(keyword, "x-") && keyword != openEnum
}

// value writes a keyword's value, schemas cut.
func (x *extractor) value(m jsondoc.Member) {
	a := applicatorOf(m.Name)
	n := m.Value
	x.placed = x.placed || m.Name == "$ref" && !strings.HasPrefix(n.Text, "#")
	switch {
	case a.shape&single != 0 && isSchema(n):
		x.schema(n)
	case a.shape == 0 && !x.passes(n):
		x.copy(x.doc, n)
	case n.Kind == jsondoc.Array:
		x.text = append(x.text, '[')
		for _, item := range n.Items {
			x.next()
			x.schema(item)
		}
		x.text = append(x.text, ']')
	case a.shape&named != 0:
		x.text = append(x.text, '{')
		for _, sub := range n.Members {
			if x.marks[sub.Value] != nil || !isSchema(sub.Value) {
				x.member(sub.Name)
				x.schema(sub.Value)
			}
		}
		x.text = append(x.text, '}')
	default: // an object under an unknown keyword, passed by
		x.schema(n)
	}
}
