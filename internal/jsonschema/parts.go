package jsonschema

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/evctl/evctl/internal/jsondoc"
)

// parts compiles schemas by v5 piecemeal: a sub-schema that judges a member or
// an item, and one that is referred to, is a document of its own, which others
// refer to by an address that stands for its text. So what many schemas say is
// compiled once, and a new version costs what differs. The zero value is ready
// to use.
//
// A document names its draft only where it says something that drafts read in
// different ways: v5 checks such a document against the draft's metaschema, which
// takes most of its time. The others are of no draft, which has no metaschema;
// what is malformed in them v5 stumbles over.
type parts struct {
	compiler  *jsonschema.Compiler
	addresses map[string]string // by text
	texts     map[string]string // by address
	libraries map[string]library
	patterns  map[string]string // of Go, by those of ECMA-262; "" if there is none
}

// maxParts bounds the documents that are kept.
const maxParts = 20_000

// short is the size of a text that is not worth a document, in bytes.
const short = 96

// compile compiles a bundle. It returns false for one that cannot be divided,
// or that v5 cannot compile.
func (t *parts) compile(z *normalizer) (library, bool) {
	if !z.bundle.static() {
		return nil, false
	}
	if t.compiler == nil || len(t.texts) > maxParts {
		t.start(z.bundle.sem.AssertFormats)
	}
	d := &divider{normalizer: z, parts: t, written: map[*place]string{}}
	root := z.bundle.places[z.bundle.root.Root]
	if root == nil || root.node.Kind == jsondoc.Bool {
		return nil, false
	}
	address := t.address(d.document(root))
	if d.lost {
		return nil, false
	}
	if lib := t.libraries[address]; lib != nil {
		return lib, true
	}
	lib, err := compileAt(t.compiler, address)
	if err != nil { // what it was about to compile is not to be trusted
		t.compiler = nil
		return nil, false
	}
	t.libraries[address] = lib
	return lib, true
}

func (t *parts) start(assertFormats bool) {
	*t = parts{
		addresses: map[string]string{}, texts: map[string]string{},
		libraries: map[string]library{}, patterns: map[string]string{},
	}
	t.compiler = newCompiler(assertFormats, func(uri string) (io.ReadCloser, error) {
		text, ok := t.texts[uri]
		if !ok {
			return nil, fmt.Errorf("%s is no part", clip(uri))
		}
		return io.NopCloser(strings.NewReader(text)), nil
	})
	t.compiler.Draft = &jsonschema.Draft{}
}

// address returns the address of a document.
func (t *parts) address(members map[string]any) string {
	raw, err := json.Marshal(members)
	if err != nil {
		return ""
	}
	text := string(raw)
	if known, ok := t.addresses[text]; ok {
		return known
	}
	address := "urn:evctl:" + strconv.Itoa(len(t.texts))
	t.addresses[text], t.texts[address] = address, text
	return address
}

// pattern returns a pattern of Go that matches what one of ECMA-262 does.
func (t *parts) pattern(source string) (string, bool) {
	translated, ok := t.patterns[source]
	if !ok {
		var err error
		if translated, err = translate(source, false); err == nil {
			_, err = regexp.Compile(translated)
		}
		if err != nil {
			translated = ""
		}
		t.patterns[source] = translated
	}
	return translated, translated != "" || source == ""
}

// A divider writes the schemas of a bundle as parts.
type divider struct {
	*normalizer
	parts   *parts
	written map[*place]string // addresses; "" while one is under way
	drafted bool              // the present document must name its draft
	lost    bool              // it cannot be divided: a schema is part of itself, say
}

// refer returns what stands for a schema elsewhere.
func (d *divider) refer(p *place) any {
	if p == nil || p.node.Kind == jsondoc.Bool {
		d.lost = true
		return nil
	}
	address, ok := d.written[p]
	if !ok {
		d.written[p] = ""
		members := d.document(p)
		if d.lost {
			return nil
		}
		if ref, ok := members["$ref"].(string); ok && len(members) == 1 {
			address = ref
		} else {
			address = d.parts.address(members)
		}
		d.written[p] = address
	}
	d.lost = d.lost || address == ""
	return map[string]any{"$ref": address}
}

// document writes a schema as one.
func (d *divider) document(p *place) map[string]any {
	outer := d.drafted
	d.drafted = false
	members := d.schema(p)
	if d.drafted {
		members["$schema"] = p.doc.dialect.uri()
	}
	d.drafted = outer
	return members
}

// schema writes one schema, and those that it applies in place.
func (d *divider) schema(p *place) map[string]any {
	members := make(map[string]any, len(p.node.Members)+1)
	if hasRef(p.node) && p.doc.dialect < Draft2019 { // it hides its siblings
		d.reference(p, members)
		return members
	}
	for _, m := range p.node.Members {
		switch m.Name {
		case "", "$ref", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$defs", "definitions":
		case "$schema":
			declared, known := dialectOf(m.Value.Text)
			d.lost = d.lost || p.pointer != "" && known && declared != p.doc.dialect || d.bundle.addresses[m.Value.Text] != nil
		case "$vocabulary":
			d.lost = true
		default:
			d.drafted = d.drafted || dependsOnDraft(m)
			members[m.Name] = d.keyword(p, m)
		}
		if d.lost {
			return members
		}
	}
	if v, ok := members["const"]; ok && members["enum"] == nil {
		members["enum"] = []any{v}
		delete(members, "const")
	} else if ok {
		d.drafted = true
	}
	if hasRef(p.node) {
		d.drafted = d.drafted || len(members) > 0
		d.reference(p, members)
	}
	if source, ok := members["pattern"].(string); ok {
		members["pattern"] = d.pattern(source)
	}
	d.keywords(p, members)
	return members
}

// dependsOnDraft reports whether v5 reads a keyword in some drafts only, or in
// several ways; const is not among them, for enum says the same.
func dependsOnDraft(m jsondoc.Member) bool {
	switch m.Name {
	case "items":
		return m.Value.Kind == jsondoc.Array
	case "const":
	case "contains", "propertyNames", "if", "prefixItems", "dependentRequired", "dependentSchemas",
		"unevaluatedItems", "unevaluatedProperties", "contentEncoding", "contentMediaType", "contentSchema":
		return true
	}
	return false
}

// reference writes $ref, or what stands in for a schema that is missing.
func (d *divider) reference(p *place, members map[string]any) {
	raw := p.node.TextOf("$ref")
	target := d.bundle.resolve(p, raw)
	whole := join(p.base, raw)
	switch {
	case target != nil && (!target.doc.builtIn || target.pointer != ""):
		if ref, ok := d.refer(target).(map[string]any); ok {
			members["$ref"] = ref["$ref"]
		}
	case isMetaschema(withoutFragment(whole)):
		members["$ref"] = whole
	case d.assume == nothing:
		d.lost = true
	case d.assume == allowsNone:
		d.require(p, members, "$ref", map[string]any{"not": map[string]any{}})
	}
}

func (d *divider) keyword(p *place, m jsondoc.Member) any {
	s := p.doc.dialect.shapeOf(p.node, m.Name)
	switch v := m.Value; {
	case s&single != 0 && isSchema(v):
		return d.below(m.Name, v)
	case s&list != 0 && v.Kind == jsondoc.Array:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = d.below(m.Name, item)
		}
		return items
	case s&named != 0 && v.Kind == jsondoc.Object:
		members := make(map[string]any, len(v.Members))
		for _, sub := range v.Members {
			name := sub.Name
			if m.Name == "patternProperties" {
				name = d.pattern(name)
				d.lost = d.lost || members[name] != nil
			}
			members[name] = d.below(m.Name, sub.Value)
		}
		return members
	}
	return plainValue(m.Value)
}

// below writes a value in a place for schemas.
func (d *divider) below(keyword string, n *jsondoc.Node) any {
	p := d.bundle.places[n]
	switch {
	case p == nil || n.Kind == jsondoc.Bool:
		return plainValue(n)
	case inPlace(keyword) || len(n.Members) == 0 || n.End-n.Start <= short && !divided(n):
		return d.schema(p)
	}
	return d.refer(p)
}

// divided reports whether a schema holds others.
func divided(n *jsondoc.Node) bool {
	for _, m := range n.Members {
		if m.Name == "$ref" || applicatorOf(m.Name).shape != 0 {
			return true
		}
	}
	return false
}

func (d *divider) pattern(source string) string {
	translated, ok := d.parts.pattern(source)
	d.lost = d.lost || !ok
	return translated
}
