package avro

import (
	"strconv"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// declare reads what named types have in common and makes the name known, also
// to the type's own body. The at it returns is in the type's namespace.
func (p *parser) declare(kind Kind, n *jsondoc.Node, a at) (*Type, at, error) {
	name, err := a.name(n)
	if err != nil {
		return nil, a, err
	}
	t := &Type{Kind: kind, Name: name, Place: a.place(n)}
	if isPrimitive(t.ShortName()) {
		return nil, a, a.down("name").errorf(n.Get("name"), "%s is the name of a primitive type", t.ShortName())
	}
	inner := a
	inner.namespace = t.Namespace()
	aliases, err := inner.strings(n, "aliases")
	if err != nil {
		return nil, a, err
	}
	t.aliases = map[string]bool{}
	for _, alias := range aliases {
		t.aliases[qualify(alias, inner.namespace)] = true
	}
	if other := p.types[name]; other != nil {
		return nil, a, a.errorf(n, "%s is declared twice, first at %s", name, other.Position)
	}
	p.types[name] = t
	return t, inner, nil
}

// name returns the full name that n declares.
func (a at) name(n *jsondoc.Node) (string, error) {
	name := n.Get("name")
	if name == nil || name.Kind != jsondoc.String {
		return "", a.errorf(n, "%s: want a member name, a string", n.Get("type").Text)
	}
	space := a.namespace
	if ns := n.Get("namespace"); ns != nil {
		if ns.Kind != jsondoc.String {
			return "", a.down("namespace").errorf(ns, "namespace: want a string, found %s", ns.Kind)
		}
		space = ns.Text
	}
	full := qualify(name.Text, space)
	for part := range strings.SplitSeq(full, ".") {
		if !isName(part) {
			return "", a.down("name").errorf(name, "%q is no name: want letters, digits and _, no digit first", full)
		}
	}
	return full, nil
}

// qualify returns the full name of a name that stands in a namespace.
func qualify(name, namespace string) string {
	if namespace == "" || strings.Contains(name, ".") {
		return name
	}
	return namespace + "." + name
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// strings returns a member that is an array of strings; it may be absent.
func (a at) strings(n *jsondoc.Node, member string) ([]string, error) {
	list := n.Get(member)
	if list == nil {
		return nil, nil
	}
	if list.Kind != jsondoc.Array {
		return nil, a.down(member).errorf(list, "%s: want an array of strings, found %s", member, list.Kind)
	}
	var texts []string
	for i, item := range list.Items {
		if item.Kind != jsondoc.String {
			return nil, a.down(member).index(i).errorf(item, "%s: want a string, found %s", member, item.Kind)
		}
		texts = append(texts, item.Text)
	}
	return texts, nil
}

func (p *parser) record(n *jsondoc.Node, a at) (*Type, error) {
	t, inner, err := p.declare(Record, n, a)
	if err != nil {
		return nil, err
	}
	p.logical(t, n, a)
	fields := n.Get("fields")
	if fields == nil {
		p.fault(a.errorf(n, "record %s: want a member fields, an array", t.Name))
		return t, nil
	}
	if fields.Kind != jsondoc.Array {
		return nil, a.down("fields").errorf(fields, "fields of record %s: want an array, found %s", t.Name, fields.Kind)
	}
	t.fields = map[string]*Field{}
	for i, item := range fields.Items {
		here := inner.down("fields").index(i)
		f, err := p.field(item, here)
		if err != nil {
			return nil, err
		}
		if t.fields[f.Name] != nil {
			return nil, here.errorf(item, "record %s has field %q twice", t.Name, f.Name)
		}
		f.Index = i
		t.fields[f.Name] = f
		t.Fields = append(t.Fields, f)
	}
	return t, nil
}

func (p *parser) field(n *jsondoc.Node, a at) (*Field, error) {
	name, typ := n.Get("name"), n.Get("type")
	switch {
	case n.Kind != jsondoc.Object:
		return nil, a.errorf(n, "want a field, found %s", n.Kind)
	case name == nil || name.Kind != jsondoc.String:
		return nil, a.errorf(n, "field: want a member name, a string")
	case !isName(name.Text):
		return nil, a.down("name").errorf(name, "%q is no name: want letters, digits and _, no digit first", name.Text)
	case typ == nil:
		return nil, a.errorf(n, "field %q: want a member type", name.Text)
	}
	f := &Field{Name: name.Text, Place: a.place(n), Default: n.Get("default")}
	var err error
	if f.Aliases, err = a.strings(n, "aliases"); err != nil {
		return nil, err
	}
	if order := n.Get("order"); order != nil && !isOrder(order) {
		return nil, a.down("order").errorf(order, "order: want ascending, descending or ignore")
	}
	if f.Type, err = p.parse(typ, a.down("type")); err != nil {
		return nil, err
	}
	p.fields = append(p.fields, fieldDefault{f, a})
	return f, nil
}

func isOrder(n *jsondoc.Node) bool {
	return n.Kind == jsondoc.String && (n.Text == "ascending" || n.Text == "descending" || n.Text == "ignore")
}

func (p *parser) enum(n *jsondoc.Node, a at) (*Type, error) {
	t, _, err := p.declare(Enum, n, a)
	if err != nil {
		return nil, err
	}
	p.logical(t, n, a)
	if n.Get("symbols") == nil {
		return nil, a.errorf(n, "enum %s: want a member symbols", t.Name)
	}
	if t.Symbols, err = a.strings(n, "symbols"); err != nil {
		return nil, err
	}
	t.symbols = map[string]int{}
	for i, s := range t.Symbols {
		here, node := a.down("symbols").index(i), n.Get("symbols").Items[i]
		if !isName(s) {
			return nil, here.errorf(node, "symbol %q: want letters, digits and _, no digit first", s)
		}
		if t.Symbol(s) >= 0 {
			return nil, here.errorf(node, "enum %s has symbol %s twice", t.Name, s)
		}
		t.symbols[s] = i
	}
	if len(t.Symbols) == 0 {
		p.fault(a.down("symbols").errorf(n.Get("symbols"), "enum %s has no symbols, so nothing can be written", t.Name))
	}
	switch d := n.Get("default"); {
	case d == nil:
	case d.Kind == jsondoc.String && t.Symbol(d.Text) >= 0:
		t.Default, t.HasDefault = d.Text, true
	default:
		p.fault(a.down("default").errorf(d, "default of enum %s: %s", t.Name, want(t, d)))
	}
	return t, nil
}

func (p *parser) fixed(n *jsondoc.Node, a at) (*Type, error) {
	t, _, err := p.declare(Fixed, n, a)
	if err != nil {
		return nil, err
	}
	size := n.Get("size")
	if size == nil || size.Kind != jsondoc.Number {
		return nil, a.errorf(n, "fixed %s: want a member size, a number of bytes", t.Name)
	}
	t.Size, err = strconv.Atoi(size.Text)
	if err != nil || t.Size < 0 || t.Size > MaxFixed {
		return nil, a.down("size").errorf(size, "size %s: want 0 to %d bytes", size.Text, MaxFixed)
	}
	p.logical(t, n, a)
	return t, nil
}
