package compile

import "github.com/evctl/evctl/internal/jsondoc"

// A place is a sub-schema, or the value of a keyword, in a resource.
type place struct {
	node *jsondoc.Node
	res  *resource
}

// to returns the place of another value of the same resource.
func (p place) to(n *jsondoc.Node) place { return place{n, p.res} }

// text returns the place's text.
func (p place) text() string { return p.res.text[p.node.Start:p.node.End] }

// pointer returns where the place is, from its document's root.
func (p place) pointer() string { return p.res.doc.PointerTo(p.node) }
