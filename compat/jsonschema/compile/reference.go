package compile

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/metaschema"
)

// load parses a document and records its resources.
func (c *compiler) load(s *evctl.Schema, base string) (place, error) {
	doc, err := jsondoc.Parse(s.File, s.Text)
	if err != nil {
		return place{}, err
	}
	return c.enroll(doc, base), nil
}

// enroll records the resources of a document.
func (c *compiler) enroll(doc *jsondoc.Document, base string) place {
	draft, speaks, known := c.dialectOf(doc)
	if c.schema.Draft == 0 && !known {
		c.schema.Dialect = doc.Root.Get("$schema")
	}
	c.memo.read(len(doc.Text))
	res := c.newResource(base, place{node: doc.Root, res: &resource{doc: doc, text: string(doc.Text)}}, draft, speaks)
	c.index(res.root)
	root := res.root
	root.res = c.entries[doc.Root].res
	c.resources[base] = root.res
	return root
}

// loadRefs parses all referenced documents, so that their $ids are known.
func (c *compiler) loadRefs(s *evctl.Schema) {
	for _, name := range slices.Sorted(maps.Keys(s.Refs)) {
		ref := s.Refs[name]
		if c.documents[name] != nil {
			continue
		}
		base := ref.BaseURI()
		if u, err := url.Parse(name); err == nil && u.IsAbs() {
			base = name
		}
		root, err := c.load(ref, base)
		if err != nil {
			c.unreadable[name] = err
			continue
		}
		c.documents[name] = root.res
		c.loadRefs(ref)
	}
}

// lookup finds what a reference in p leads to. The error names what is missing.
func (c *compiler) lookup(p place, ref string) (place, error) {
	address, fragment, _ := strings.Cut(ref, "#")
	res := p.res
	if address != "" {
		var err error
		if res, err = c.find(p, address); err != nil {
			return place{}, err
		}
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	if fragment != "" && !strings.HasPrefix(fragment, "/") {
		target, ok := res.anchors[fragment]
		if !ok {
			return place{}, &missing{ref, "no such anchor"}
		}
		return target, nil
	}
	return c.walk(res.root, ref, fragment)
}

func (c *compiler) find(p place, address string) (*resource, error) {
	uri := resolveURI(p.res.uri, address)
	if res, ok := c.resources[uri]; ok {
		return res, nil
	}
	if text, ok := metaschema.Text(uri); ok {
		root, err := c.load(&evctl.Schema{File: uri, Text: text}, uri)
		return root.res, err
	}
	for _, name := range []string{uri, address} {
		if res, ok := c.documents[name]; ok {
			return res, nil
		}
		if err, ok := c.unreadable[name]; ok {
			return nil, &missing{address, err.Error()}
		}
	}
	return nil, &missing{address, "no such document among the registry's and the declared root's"}
}

// walk follows a JSON pointer from a resource's root and keeps track of the
// resource that it leads into.
func (c *compiler) walk(p place, ref, pointer string) (place, error) {
	if pointer == "" {
		return p, nil
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		next, ok := p.node.At("/" + token)
		if !ok {
			return place{}, &missing{ref, "the document has no such element"}
		}
		p.node = next
		if e := c.entries[next]; e.res != nil {
			p.res = e.res
		}
	}
	c.index(p) // a place under an unknown keyword is a schema once referred to
	p.res = c.entries[p.node].res
	return p, nil
}

// missing is a reference that leads nowhere.
type missing struct{ ref, reason string }

func (m *missing) Error() string { return m.ref + ": " + m.reason }

// A scope is the list of resources entered on the way to a schema, which
// decides where dynamic references lead.
type scope struct {
	parent *scope
	res    *resource
	id     int
}

// within returns the scope inside res. Entering a resource again changes
// nothing, as the outermost one decides; and without dynamic anchors anywhere
// there is one scope only, so that each place is compiled once.
func (c *compiler) within(s *scope, res *resource) *scope {
	if !c.scoped || s.holds(res) {
		return s
	}
	parent := 0
	if s != nil {
		parent = s.id
	}
	key := scopeKey{parent, res}
	if known, ok := c.scopes[key]; ok {
		return known
	}
	inner := &scope{parent: s, res: res, id: len(c.scopes) + 1}
	c.scopes[key] = inner
	return inner
}

func (s *scope) holds(res *resource) bool {
	for ; s != nil; s = s.parent {
		if s.res == res {
			return true
		}
	}
	return false
}

type scopeKey struct {
	parent int
	res    *resource
}

// dynamic redirects a $dynamicRef or $recursiveRef to the outermost resource
// in scope that has the anchor.
func (s *scope) dynamic(target place, found func(*resource) (place, bool)) place {
	if _, ok := found(target.res); !ok {
		return target
	}
	for ; s != nil; s = s.parent {
		if p, ok := found(s.res); ok {
			target = p
		}
	}
	return target
}

func recursiveRoot(r *resource) (place, bool) { return r.root, r.recursive }

func dynamicAnchor(name string) func(*resource) (place, bool) {
	return func(r *resource) (place, bool) {
		p, ok := r.dynamic[name]
		return p, ok
	}
}
