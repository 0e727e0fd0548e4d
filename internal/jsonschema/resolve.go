package jsonschema

import (
	"net/url"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/metaschema"
)

// resolve finds the schema that a reference from p leads to, or nil.
func (b *bundle) resolve(p *place, raw string) *place {
	resource := p.whole
	_, fragment, _ := strings.Cut(raw, "#")
	if !strings.HasPrefix(raw, "#") {
		resource = b.resource(p, raw)
	}
	name, err := url.PathUnescape(fragment)
	switch {
	case err != nil || resource == nil:
		return nil
	case name == "" || name == "/" && resource.node.Get("") == nil:
		return resource
	case name[0] == '/':
		return b.follow(resource, name)
	}
	return b.anchors[resource.base+"#"+name]
}

// resource finds the schema that a reference without its fragment leads to.
func (b *bundle) resource(p *place, raw string) *place {
	uri, _, _ := strings.Cut(join(p.base, raw), "#")
	if found := b.resources[uri]; found != nil {
		return found
	}
	doc := b.addresses[uri]
	if doc == nil {
		name, _, _ := strings.Cut(raw, "#")
		doc = b.keys[name]
	}
	if doc == nil {
		return b.metaschema(uri)
	}
	return b.places[doc.Root]
}

// metaschema adds the metaschema at an address, so that it can be looked into;
// nil if there is none. Those since 2019-09 are not added: what they refer to
// depends on the way there.
func (b *bundle) metaschema(uri string) *place {
	draft, ok := dialectOf(uri)
	if !ok || draft >= Draft2019 {
		return nil
	}
	text, ok := metaschema.Text(withoutFragment(draft.uri()))
	if !ok {
		return nil
	}
	parsed, err := jsondoc.Parse(uri, text)
	if err != nil {
		return nil
	}
	doc := &document{Document: parsed, uri: uri, dialect: draft, builtIn: true}
	root := &place{doc: doc, node: doc.Root, base: uri}
	b.walk(root)
	b.resources[uri] = root // whatever its spelling
	return root
}

// follow walks a JSON pointer from p, minding the resources it enters.
func (b *bundle) follow(p *place, pointer string) *place {
	at := place{doc: p.doc, node: p.node, pointer: p.pointer, base: p.base, whole: p.whole}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		step := "/" + token
		next, ok := at.node.At(step)
		if !ok {
			return nil
		}
		at.node, at.pointer = next, at.pointer+step
		if known := b.places[next]; known != nil {
			at.base, at.whole = known.base, known.whole
		}
	}
	if b.places[at.node] == nil {
		b.walk(&at)
	}
	return b.places[at.node]
}

// join resolves a reference against a base. What is no URI stays as written.
func join(base, ref string) string {
	if ref == "" {
		return base
	}
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	if ref[0] == '#' { // also for urn: and other opaque bases
		b.Fragment, b.RawFragment = "", ""
		return b.String() + ref
	}
	r, err := url.Parse(ref)
	if err != nil || r.IsAbs() {
		return ref
	}
	return b.ResolveReference(r).String()
}
