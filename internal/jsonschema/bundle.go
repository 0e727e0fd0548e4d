package jsonschema

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// maxSchemas limits the sub-schemas of a schema and its references: the
// libraries compile in quadratic time.
const maxSchemas = 50_000

// A bundle is a schema with the documents it refers to, parsed and indexed.
type bundle struct {
	sem       evctl.Semantics
	root      *document
	documents []*document
	addresses map[string]*document // by absolute URI
	keys      map[string]*document // by the key in Refs, as written
	resources map[string]*place    // by $id, resolved
	anchors   map[string]*place    // by URI of the resource, "#" and name
	places    map[*jsondoc.Node]*place
	order     []*place           // in the order found
	patterns  map[string]matcher // of patternProperties

	schema *evctl.Schema // of a part: see loadPart
	cut    *extractor    // to what it is limited
}

// A document is one text of a bundle.
type document struct {
	*jsondoc.Document
	uri     string // where it is registered; absolute, no fragment
	dialect Dialect
	repeats bool // several of its schemas have one $id
	asserts bool // format, by its metaschema
	builtIn bool // a metaschema: the libraries have their own copy
}

// A place is a schema's node with what its references need.
type place struct {
	doc     *document
	node    *jsondoc.Node
	pointer string // in doc
	base    string // absolute URI, no fragment
	repeats bool   // its $id is that of a schema before it
	whole   *place // the resource that it is part of

	conjuncts []expr // see conjoin
}

// assertsFormats reports whether formats are asserted anywhere; elsewhere the
// normalizer leaves them out.
func (b *bundle) assertsFormats() bool { return b.sem.AssertFormats || b.root.asserts }

// load parses the schema and its Refs. Every document is strict JSON, and no
// number is beyond the limits of checkNumbers.
func load(s *evctl.Schema, sem evctl.Semantics) (*bundle, error) {
	parsed, err := jsondoc.Parse(s.File, s.Text)
	if err != nil {
		return nil, err
	}
	return loadParsed(s, parsed, sem)
}

// loadParsed is load with the schema's own document at hand.
func loadParsed(s *evctl.Schema, parsed *jsondoc.Document, sem evctl.Semantics) (*bundle, error) {
	b := &bundle{
		sem:       sem,
		addresses: map[string]*document{},
		keys:      map[string]*document{},
		resources: map[string]*place{},
		anchors:   map[string]*place{},
		places:    map[*jsondoc.Node]*place{},
		patterns:  map[string]matcher{},
	}
	draft, speaks, ok := CustomDialect(parsed, s.Refs)
	if ok {
		sem.Draft = draft.String()
	}
	var err error
	if b.root, err = b.add(parsed, baseURI(s), sem); err != nil {
		return nil, err
	}
	b.root.asserts = speaks.AssertFormat
	if err := b.addRefs(s); err != nil {
		return nil, err
	}
	for _, doc := range b.documents {
		b.walk(&place{doc: doc, node: doc.Root, base: doc.uri})
	}
	for i := 0; i < len(b.order); i++ { // resolve may find more places
		for _, ref := range b.order[i].refs() {
			b.resolve(b.order[i], ref.raw)
		}
	}
	if len(b.order) > maxSchemas {
		return nil, fmt.Errorf("%d sub-schemas are over the limit of %d", len(b.order), maxSchemas)
	}
	for _, p := range b.order {
		p.conjuncts = b.conjoin(p)
	}
	return b, b.compilePatterns()
}

// loadPart is loadParsed for what is marked of a schema without Refs, and only
// for a divider: the places it finds on its way.
func loadPart(s *evctl.Schema, cut *extractor, sem evctl.Semantics) *bundle {
	root := &document{Document: cut.doc, uri: cut.base, dialect: cut.dialect}
	return &bundle{sem: sem, root: root, places: map[*jsondoc.Node]*place{}, schema: s, cut: cut}
}

// whole returns the bundle that a part was limited from.
func (b *bundle) whole() (*bundle, error) {
	if b.schema == nil {
		return b, nil
	}
	return loadParsed(b.schema, b.root.Document, b.sem)
}

// placeOf returns the schema that a node is, or nil.
func (b *bundle) placeOf(n *jsondoc.Node) *place {
	p := b.places[n]
	if p == nil && b.cut != nil && isSchema(n) {
		p = &place{doc: b.root, node: n, base: b.root.uri}
		b.places[n] = p
	}
	return p
}

// target returns the schema that the $ref of a place leads to, or nil.
func (b *bundle) target(p *place) *place {
	if raw := p.node.TextOf("$ref"); b.cut == nil {
		return b.resolve(p, raw)
	} else if n := b.cut.target(raw); n != nil {
		return b.placeOf(n)
	}
	return nil
}

// baseURI is s.BaseURI as a URI that parses and has no fragment.
func baseURI(s *evctl.Schema) string {
	uri := s.BaseURI()
	if u, err := url.Parse(uri); err == nil && u.Fragment == "" && !strings.Contains(uri, "#") {
		return uri
	}
	return (&url.URL{Scheme: "evctl", Path: "/" + strings.TrimPrefix(s.File, "/")}).String()
}

func (b *bundle) add(parsed *jsondoc.Document, uri string, sem evctl.Semantics) (*document, error) {
	if err := checkNumbers(parsed.Root); err != nil {
		return nil, err
	}
	dialect, _ := Draft(parsed, sem)
	doc := &document{Document: parsed, uri: uri, dialect: dialect}
	b.documents = append(b.documents, doc)
	b.addresses[uri] = doc
	return doc, nil
}

// addRefs registers the documents in s.Refs under their key as written, and
// under the key resolved against the base URI and the $id of the text.
func (b *bundle) addRefs(s *evctl.Schema) error {
	inherited := b.sem
	inherited.Draft = b.root.dialect.String()
	known := map[*evctl.Schema]*document{}
	bases := []string{b.root.uri}
	if id := b.root.id(); id != "" {
		bases = append(bases, join(b.root.uri, id))
	}
	for _, key := range slices.Sorted(maps.Keys(s.Refs)) {
		ref := s.Refs[key]
		name, _, _ := strings.Cut(key, "#")
		doc := known[ref]
		if doc == nil {
			uri := join(bases[0], name)
			if u, err := url.Parse(name); ref.File != "" && (err != nil || !u.IsAbs()) {
				uri = baseURI(ref) // a name, such as a schema ref, is no place
			}
			parsed, err := jsondoc.Parse(ref.File, ref.Text)
			if err == nil {
				doc, err = b.add(parsed, uri, inherited)
			}
			if err != nil {
				return fmt.Errorf("reference %s: %w", key, err)
			}
			known[ref] = doc
		}
		b.keys[name] = doc
		for _, base := range bases {
			if uri := join(base, name); b.addresses[uri] == nil {
				b.addresses[uri] = doc
			}
		}
	}
	return nil
}

// id returns the document's own address as written, without its fragment.
func (d *document) id() string { return identifier(d.Root, d.dialect) }

func identifier(n *jsondoc.Node, d Dialect) string {
	id, _, _ := strings.Cut(rawID(n, d), "#")
	return id
}

func rawID(n *jsondoc.Node, d Dialect) string {
	if d < Draft2019 && hasRef(n) {
		return ""
	}
	if d == Draft4 {
		return n.TextOf("id")
	}
	return n.TextOf("$id")
}

// walk registers the schema at p and all below it.
func (b *bundle) walk(p *place) {
	if b.places[p.node] != nil || !isSchema(p.node) {
		return
	}
	if id := identifier(p.node, p.doc.dialect); id != "" {
		p.base = join(p.base, id)
		if first := b.resources[p.base]; first != nil && first.doc == p.doc {
			p.repeats, p.doc.repeats = true, true
		}
	}
	if b.resources[p.base] == nil {
		b.resources[p.base] = p
	}
	if p.whole == nil || p.base != p.whole.base || p.repeats {
		p.whole = p
	}
	b.places[p.node] = p
	b.order = append(b.order, p)
	for _, name := range p.anchorNames() {
		if key := p.base + "#" + name; b.anchors[key] == nil {
			b.anchors[key] = p
		}
	}
	for _, sub := range subschemas(p.node, p.doc.dialect) {
		b.walk(&place{doc: p.doc, node: sub.node, pointer: p.pointer + sub.pointer, base: p.base, whole: p.whole})
	}
}

func (p *place) anchorNames() []string {
	var names []string
	if p.doc.dialect < Draft2019 {
		if _, name, ok := strings.Cut(rawID(p.node, p.doc.dialect), "#"); ok && name != "" {
			names = append(names, name)
		}
		return names
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name := p.node.TextOf(keyword); name != "" {
			names = append(names, name)
		}
	}
	return names
}
