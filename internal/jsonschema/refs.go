package jsonschema

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Ref is a reference from a schema document to another document.
type Ref struct {
	Raw     string // as written, with its fragment
	URI     string // resolved against $id and base, without fragment
	Pointer string // JSON pointer to the keyword that refers
}

// Refs returns every reference of doc that leads out of it, in the order of
// the text: $ref, $dynamicRef and $recursiveRef where a schema may stand, not
// inside enum, const, examples or default. References to the official
// metaschemas are left out. base is the document's address, used where it
// names none itself; see evctl.Schema.BaseURI.
func Refs(doc *jsondoc.Document, base string) []Ref {
	dialect, _ := Draft(doc, evctl.Semantics{})
	return refsOf(doc, base, dialect)
}

func refsOf(doc *jsondoc.Document, base string, dialect Dialect) []Ref {
	d := &document{Document: doc, uri: base, dialect: dialect}
	b := &bundle{
		addresses: map[string]*document{base: d},
		resources: map[string]*place{},
		anchors:   map[string]*place{},
		places:    map[*jsondoc.Node]*place{},
	}
	b.walk(&place{doc: d, node: doc.Root, base: base})
	var refs []Ref
	for i := 0; i < len(b.order); i++ {
		p := b.order[i]
		for _, ref := range p.refs() {
			uri := withoutFragment(join(p.base, ref.raw))
			if b.resources[uri] != nil || b.addresses[uri] != nil {
				b.resolve(p, ref.raw) // may lead to schemas off the beaten track
				continue
			}
			if !isMetaschema(uri) {
				refs = append(refs, Ref{ref.raw, uri, p.pointer + "/" + ref.keyword})
			}
		}
	}
	return refs
}

func withoutFragment(uri string) string {
	uri, _, _ = strings.Cut(uri, "#")
	return uri
}

// reference is a keyword that refers, and its text.
type reference struct{ keyword, raw string }

// refs lists the references of the schema itself, not of those below it.
func (p *place) refs() []reference {
	var refs []reference
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if raw := p.node.TextOf(keyword); raw != "" && p.reads(keyword) {
			refs = append(refs, reference{keyword, raw})
		}
	}
	return refs
}

func (p *place) reads(keyword string) bool {
	switch keyword {
	case "$dynamicRef":
		return p.doc.dialect >= Draft2020
	case "$recursiveRef":
		return p.doc.dialect == Draft2019
	}
	return true
}

// isMetaschema reports whether both libraries carry the document.
func isMetaschema(uri string) bool {
	if _, ok := dialectOf(uri); ok {
		return true
	}
	_, after, ok := strings.Cut(uri, "://json-schema.org/draft/")
	return ok && (strings.HasPrefix(after, "2019-09/meta/") || strings.HasPrefix(after, "2020-12/meta/"))
}
