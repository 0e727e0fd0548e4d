package avro

import (
	"fmt"
	"maps"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// refs finds the document that declares a name.
type refs struct {
	documents map[string]*evctl.Schema
	declares  map[string]*jsondoc.Document // by full name; made on the first miss
	started   map[*jsondoc.Document]bool
}

func newRefs(documents map[string]*evctl.Schema) *refs {
	return &refs{documents: documents, started: map[*jsondoc.Document]bool{}}
}

// lookup resolves a name: in the enclosing namespace, among what has been read
// and then among the documents referred to.
func (p *parser) lookup(n *jsondoc.Node, a at) (*Type, error) {
	name := qualify(n.Text, a.namespace)
	if t := p.types[name]; t != nil {
		return t, nil
	}
	doc, err := p.refs.find(name)
	if err != nil {
		return nil, err
	}
	if doc != nil && !p.refs.started[doc] {
		p.refs.started[doc] = true
		if _, err := p.parse(doc.Root, at{doc: doc}); err != nil {
			return nil, err
		}
	}
	if t := p.types[name]; t != nil {
		return t, nil
	}
	unresolved := a.errorf(n, "nothing declares the type %q", name)
	unresolved.Unresolved = name
	return nil, unresolved
}

// find returns the document that declares the name, or nil. Documents that are
// not JSON are an error only if the name is nowhere else.
func (r *refs) find(name string) (*jsondoc.Document, error) {
	var broken error
	if r.declares == nil {
		r.declares = map[string]*jsondoc.Document{}
		for _, key := range slices.Sorted(maps.Keys(r.documents)) {
			s := r.documents[key]
			doc, err := jsondoc.Parse(s.File, s.Text)
			if err != nil {
				broken = fmt.Errorf("reference %s: %w", key, err)
				continue
			}
			r.scan(doc, doc.Root, "")
		}
	}
	if doc := r.declares[name]; doc != nil {
		return doc, nil
	}
	return nil, broken
}

// scan notes every name that a document declares; the first document wins.
func (r *refs) scan(doc *jsondoc.Document, n *jsondoc.Node, namespace string) {
	for _, item := range n.Items {
		r.scan(doc, item, namespace)
	}
	if n.Kind != jsondoc.Object {
		return
	}
	if typ := n.Get("type"); typ != nil && (typ.Text == "record" || typ.Text == "error" || typ.Text == "enum" || typ.Text == "fixed") {
		if full, err := (at{doc: doc, namespace: namespace}).name(n); err == nil {
			if r.declares[full] == nil {
				r.declares[full] = doc
			}
			namespace = (&Type{Name: full}).Namespace()
		}
	}
	for _, member := range []string{"type", "items", "values", "fields"} {
		if inner := n.Get(member); inner != nil {
			r.scan(doc, inner, namespace)
		}
	}
}
