package avro

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// MaxFixed is the largest size of a fixed type in bytes.
const MaxFixed = 1 << 30

// Parse reads a schema. Types that its text does not declare are looked up in
// the documents of s.Refs, whatever these are called; only documents that are
// needed are read. An error is a *jsondoc.Error or an *Error.
func Parse(s *evctl.Schema) (*Schema, error) {
	p := &parser{schema: &Schema{}, types: map[string]*Type{}, refs: newRefs(s.Refs)}
	root, err := p.document(s.File, s.Text)
	if err != nil {
		return nil, err
	}
	p.checkDefaults()
	p.schema.Root = root
	return p.schema, nil
}

// A parser reads one schema and the documents it needs.
type parser struct {
	schema *Schema
	types  map[string]*Type // by full name
	refs   *refs
	fields []fieldDefault // to be checked when all names are known
}

// fieldDefault is a field whose default waits for its type to be complete.
type fieldDefault struct {
	field *Field
	at    at
}

// at is a place in a document while it is read.
type at struct {
	doc       *jsondoc.Document
	path      string
	namespace string // that encloses the place
}

func (a at) down(token string) at {
	a.path += "/" + jsondoc.EscapePointer(token)
	return a
}

func (a at) index(i int) at {
	a.path += "/" + strconv.Itoa(i)
	return a
}

func (a at) place(n *jsondoc.Node) Place {
	return Place{Path: a.path, Position: a.doc.Position(n.Start, n.End)}
}

func (a at) errorf(n *jsondoc.Node, format string, args ...any) *Error {
	return &Error{Place: a.place(n), Message: fmt.Sprintf(format, args...)}
}

func (p *parser) fault(err *Error) { p.schema.Faults = append(p.schema.Faults, err) }

func (p *parser) document(file string, text []byte) (*Type, error) {
	doc, err := jsondoc.Parse(file, text)
	if err != nil {
		return nil, err
	}
	return p.parse(doc.Root, at{doc: doc})
}

// parse reads a type wherever one may stand.
func (p *parser) parse(n *jsondoc.Node, a at) (*Type, error) {
	switch n.Kind {
	case jsondoc.String:
		return p.named(n, a)
	case jsondoc.Array:
		return p.union(n, a)
	case jsondoc.Object:
		return p.object(n, a)
	}
	return nil, a.errorf(n, "want a type, found %s", n.Kind)
}

// named reads a type given by its name.
func (p *parser) named(n *jsondoc.Node, a at) (*Type, error) {
	if isPrimitive(n.Text) {
		return &Type{Kind: Kind(slices.Index(kindNames[:], n.Text)), Place: a.place(n)}, nil
	}
	return p.lookup(n, a)
}

func isPrimitive(name string) bool { return slices.Contains(kindNames[:String+1], name) }

func (p *parser) object(n *jsondoc.Node, a at) (*Type, error) {
	name := n.Get("type")
	switch {
	case name == nil:
		return nil, a.errorf(n, "want a member type")
	case name.Kind != jsondoc.String:
		return nil, a.errorf(name, "type: want a name, found %s: put the inner type in its place", name.Kind)
	}
	switch name.Text {
	case "record", "error":
		return p.record(n, a)
	case "enum":
		return p.enum(n, a)
	case "fixed":
		return p.fixed(n, a)
	case "array":
		return p.container(Array, "items", n, a)
	case "map":
		return p.container(Map, "values", n, a)
	}
	t, err := p.named(name, a.down("type"))
	if err == nil && t.Name == "" {
		t.Place = a.place(n)
		p.logical(t, n, a)
	}
	return t, err
}

func (p *parser) container(kind Kind, member string, n *jsondoc.Node, a at) (*Type, error) {
	items := n.Get(member)
	if items == nil {
		return nil, a.errorf(n, "%s: want a member %s", kind, member)
	}
	t := &Type{Kind: kind, Place: a.place(n)}
	p.logical(t, n, a)
	var err error
	t.Items, err = p.parse(items, a.down(member))
	return t, err
}

func (p *parser) union(n *jsondoc.Node, a at) (*Type, error) {
	t := &Type{Kind: Union, Place: a.place(n)}
	seen := map[string]bool{}
	for i, item := range n.Items {
		branch, err := p.parse(item, a.index(i))
		if err != nil {
			return nil, err
		}
		if branch.Kind == Union {
			return nil, a.index(i).errorf(item, "a union directly within a union")
		}
		if id := branch.String(); seen[id] {
			return nil, a.index(i).errorf(item, "the union has %s twice", id)
		} else {
			seen[id] = true
		}
		t.Branches = append(t.Branches, branch)
		t.Uses = append(t.Uses, a.index(i).place(item))
	}
	return t, nil
}
