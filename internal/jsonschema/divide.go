package jsonschema

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A divider writes the schemas of a bundle as parts, in the semantics that a
// normalizer gives to whole documents. Each schema is written behind what is
// under way, and taken from there if it becomes a document of its own.
type divider struct {
	writing
	bundle  *bundle
	writer  bool // enforce x-extensible-enum
	assume  assumption
	parts   *parts
	written map[*place]written
	schemas int  // written, those that are referred to as often as they are
	drafted bool // the present document must name its draft
	lost    bool // it cannot be divided: a schema is part of itself, say
}

// written is what stands for a schema elsewhere, "" while it is under way, and
// the number of schemas in it.
type written struct {
	text    string
	schemas int
}

// short is the size of a text that is not worth a document, in bytes.
const short = 96

// refer writes what stands for a schema elsewhere: a reference to its document,
// or the schema itself if it is short.
func (d *divider) refer(p *place) {
	if p == nil || p.node.Kind == jsondoc.Bool {
		d.lost = true
		return
	}
	known, ok := d.written[p]
	if !ok && !d.lost {
		d.written[p] = written{}
		start, schemas := len(d.text), d.schemas
		drafted := d.document(p)
		known = written{string(d.text[start:]), d.schemas - schemas}
		if drafted || len(known.text) > short {
			known.text = `{"$ref":"` + d.parts.address(known.text) + `"}`
		}
		d.text, d.schemas = d.text[:start], schemas
		d.written[p] = known
	}
	d.schemas = min(d.schemas+known.schemas, maxVisits)
	d.lost = d.lost || known.text == ""
	d.text = append(d.text, known.text...)
}

// document writes a schema as one, and reports whether it names its draft.
func (d *divider) document(p *place) (drafted bool) {
	outer := d.drafted
	d.drafted = false
	d.schema(p)
	if drafted = d.drafted; drafted {
		d.text = d.text[:len(d.text)-1]
		d.member("$schema")
		d.text = append(jsondoc.AppendString(d.text, p.doc.dialect.uri()), '}')
	}
	d.drafted = outer
	return drafted
}

// schema writes one schema, and those that it applies in place.
func (d *divider) schema(p *place) {
	d.schemas = min(d.schemas+1, maxVisits)
	if hasRef(p.node) && p.doc.dialect < Draft2019 { // it hides its siblings
		d.reference(p)
		return
	}
	d.text = append(d.text, '{')
	d.conditions(p)
	for _, m := range p.node.Members {
		if d.lost {
			return
		}
		if d.needs(p, m.Name) {
			d.keyword(p, m)
		}
	}
	d.text = append(d.text, '}')
}

// needs reports whether some value comes to the keyword.
func (d *divider) needs(p *place, keyword string) bool {
	cut := d.bundle.cut
	return cut == nil || !cut.idle(cut.marks[p.node], keyword)
}

// conditions writes allOf, with what else has to hold but has no keyword that
// all drafts read alike.
func (d *divider) conditions(p *place) {
	start := len(d.text)
	d.member("allOf")
	d.text = append(d.text, '[')
	empty := len(d.text)
	for _, branch := range p.node.ItemsOf("allOf") {
		d.next()
		d.below(p, "allOf", branch)
	}
	if hasRef(p.node) {
		d.next()
		d.reference(p)
	}
	enum := p.node.Get("enum")
	if value := p.node.Get("const"); value != nil && enum != nil {
		d.next()
		d.enum(p, value)
	}
	if enum != nil && enum.Kind == jsondoc.Array && len(enum.Items) == 0 { // v5 reads an empty list as no list
		d.next()
		d.text = append(d.text, `{"not":{}}`...)
	}
	if list := p.node.Get(openEnum); d.writer && list != nil && len(list.Items) > 0 {
		d.next()
		d.open(p, list)
	}
	if d.text = append(d.text, ']'); len(d.text) == empty+1 {
		d.text = d.text[:start]
	}
}

// reference writes the target of $ref, or what stands in for one that is missing.
func (d *divider) reference(p *place) {
	target := d.bundle.target(p)
	whole := join(p.base, p.node.TextOf("$ref"))
	address, fragment, _ := strings.Cut(whole, "#")
	switch {
	case target != nil && (!target.doc.builtIn || target.pointer != ""):
		d.refer(target)
	case isMetaschema(address) && fragment == "":
		d.text = append(jsondoc.AppendString(append(d.text, `{"$ref":`...), whole), '}')
	case d.assume == allowsAll:
		d.text = append(d.text, "{}"...)
	case d.assume == allowsNone:
		d.text = append(d.text, `{"not":{}}`...)
	default:
		d.lost = true
	}
}

// enum writes a schema for one value.
func (d *divider) enum(p *place, value *jsondoc.Node) {
	d.text = append(d.text, `{"enum":[`...)
	d.copy(p.doc.Document, value)
	d.text = append(d.text, "]}"...)
}

// open writes a schema for the values, and for all values of types that do not
// occur among them.
func (d *divider) open(p *place, list *jsondoc.Node) {
	var types []jsondoc.Kind
	for _, item := range list.Items {
		if !slices.Contains(types, item.Kind) {
			types = append(types, item.Kind)
		}
	}
	d.text = append(d.text, `{"anyOf":[{"not":{"type":[`...)
	for _, kind := range types {
		d.next()
		d.text = jsondoc.AppendString(d.text, kind.String())
	}
	d.text = append(d.text, `]}},{"enum":`...)
	d.copy(p.doc.Document, list)
	d.text = append(d.text, "}]}"...)
}

// keyword writes a keyword of a schema, but for those that conditions writes
// and those that assert nothing.
func (d *divider) keyword(p *place, m jsondoc.Member) {
	switch m.Name {
	case "", "$ref", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$defs", "definitions", "$comment", openEnum:
		return
	case "allOf":
		d.lost = d.lost || m.Value.Kind != jsondoc.Array
		return
	case "$schema":
		declared, known := dialectOf(m.Value.Text)
		d.lost = d.lost || p.pointer != "" && known && declared != p.doc.dialect || d.bundle.addresses[m.Value.Text] != nil
		return
	case "$vocabulary":
		d.lost = true
		return
	case "const":
		if p.node.Get("enum") == nil { // all drafts read it
			d.member("enum")
			d.text = append(d.text, '[')
			d.copy(p.doc.Document, m.Value)
			d.text = append(d.text, ']')
		}
		return
	}
	if annotates(m.Name) || idleContent(p.node, m.Name) || !d.bundle.sem.AssertFormats && slices.Contains(annotationsUnlessAsserted, m.Name) {
		return
	}
	d.drafted = d.drafted || dependsOnDraft(m)
	d.member(m.Name)
	d.value(p, m)
}

// dependsOnDraft reports whether v5 reads a keyword in some drafts only, or in
// several ways.
func dependsOnDraft(m jsondoc.Member) bool {
	switch m.Name {
	case "items":
		return m.Value.Kind == jsondoc.Array
	case "contains", "propertyNames", "if", "prefixItems", "dependentRequired", "dependentSchemas",
		"unevaluatedItems", "unevaluatedProperties", "contentEncoding", "contentMediaType", "contentSchema":
		return true
	}
	return false
}

// value writes a keyword's value.
func (d *divider) value(p *place, m jsondoc.Member) {
	s := p.doc.dialect.shapeOf(p.node, m.Name)
	switch v := m.Value; {
	case s&single != 0 && isSchema(v):
		d.below(p, m.Name, v)
	case s&list != 0 && v.Kind == jsondoc.Array:
		d.text = append(d.text, '[')
		for _, item := range v.Items {
			d.next()
			d.below(p, m.Name, item)
		}
		d.text = append(d.text, ']')
	case s&named != 0 && v.Kind == jsondoc.Object:
		d.text = append(d.text, '{')
		d.members(p, m)
		d.text = append(d.text, '}')
	case m.Name == "pattern" && v.Kind == jsondoc.String:
		d.text = jsondoc.AppendString(d.text, d.pattern(v.Text))
	case m.Name == "format" && v.Kind == jsondoc.String:
		d.text = jsondoc.AppendString(d.text, FormatIn(p.doc.dialect, v.Text))
	case v.Kind == jsondoc.Number && slices.Contains(counts, m.Name):
		d.text = append(d.text, clampCount(json.Number(v.Text))...)
	default:
		d.copy(p.doc.Document, v)
	}
}

// members writes the schemas of a keyword by name.
func (d *divider) members(p *place, m jsondoc.Member) {
	var patterns []string
	for _, sub := range m.Value.Members {
		if cut := d.bundle.cut; cut != nil && cut.marks[sub.Value] == nil && isSchema(sub.Value) {
			continue
		}
		name := sub.Name
		if m.Name == "patternProperties" {
			name = d.pattern(name)
			d.lost = d.lost || slices.Contains(patterns, name)
			patterns = append(patterns, name)
		}
		d.member(name)
		d.below(p, m.Name, sub.Value)
	}
}

// below writes a value in a place for schemas.
func (d *divider) below(holder *place, keyword string, n *jsondoc.Node) {
	p := d.bundle.placeOf(n)
	switch cut := d.bundle.cut; {
	case p == nil || n.Kind == jsondoc.Bool:
		d.schemas = min(d.schemas+1, maxVisits)
		d.copy(holder.doc.Document, n)
	case cut != nil && cut.marks[n] == nil: // no value comes to it
		d.text = append(d.text, "{}"...)
	case inPlace(keyword):
		d.schema(p)
	default:
		d.refer(p)
	}
}

func (d *divider) pattern(source string) string {
	translated, ok := d.parts.pattern(source)
	d.lost = d.lost || !ok
	return translated
}
