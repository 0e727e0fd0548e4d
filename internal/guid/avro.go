package guid

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A printer writes an Avro schema as Avro's Java library does, which is what a
// registry stores: without space, with the members of types and fields in one
// order, names without the namespace that holds there, and types without
// properties as their names alone.
type printer struct {
	out   []byte
	space string // the namespace that holds
}

func (p *printer) print(n *jsondoc.Node) []byte {
	p.schema(n)
	return p.out
}

func (p *printer) schema(n *jsondoc.Node) {
	switch n.Kind {
	case jsondoc.String:
		p.named(n.Text)
	case jsondoc.Array:
		p.list(n.Items, p.schema)
	case jsondoc.Object:
		p.object(n)
	default:
		p.value(n)
	}
}

// named writes what leads to a type: a primitive one, or a name.
func (p *printer) named(name string) {
	if at := strings.LastIndexByte(name, '.'); at >= 0 && name[:at] == p.space {
		name = name[at+1:]
	}
	p.text(name)
}

// What the specification says of each type, in the order of printing.
const (
	ofRecord = "doc fields"
	ofEnum   = "doc symbols default"
	ofFixed  = "doc size"
)

func (p *printer) object(n *jsondoc.Node) {
	typ := n.Get("type")
	if typ == nil || typ.Kind != jsondoc.String {
		if typ != nil {
			p.schema(typ) // {"type": {…}} is {…}
		}
		return
	}
	switch typ.Text {
	case "record", "error":
		p.defines(n, typ.Text, ofRecord)
	case "enum":
		p.defines(n, typ.Text, ofEnum)
	case "fixed":
		p.defines(n, typ.Text, ofFixed)
	case "array":
		p.holds(n, typ.Text, "items")
	case "map":
		p.holds(n, typ.Text, "values")
	default:
		if len(n.Members) == 1 {
			p.named(typ.Text)
			return
		}
		p.holds(n, typ.Text, "")
	}
}

// defines writes a type that has a name.
func (p *printer) defines(n *jsondoc.Node, typ, members string) {
	outer := p.space
	name, space := n.TextOf("name"), p.space
	if given := n.Get("namespace"); given != nil {
		space = given.Text
	}
	if at := strings.LastIndexByte(name, '.'); at >= 0 {
		name, space = name[at+1:], name[:at]
	}
	p.open("type", typ)
	p.member("name").text(name)
	if space != outer {
		p.member("namespace").text(space)
	}
	p.space = space
	said := strings.Fields(members)
	for _, m := range said {
		switch value := n.Get(m); {
		case value == nil:
		case m == "fields":
			p.member(m).list(value.Items, p.field)
		default:
			p.member(m).value(value)
		}
	}
	p.rest(n, append(said, "type", "name", "namespace", "aliases")...)
	if aliases := n.ItemsOf("aliases"); len(aliases) > 0 {
		p.member("aliases").list(aliases, func(alias *jsondoc.Node) { p.named(alias.Text) })
	}
	p.out = append(p.out, '}')
	p.space = outer
}

// holds writes an array, a map, or a primitive type with properties.
func (p *printer) holds(n *jsondoc.Node, typ, items string) {
	p.open("type", typ)
	if inner := n.Get(items); inner != nil {
		p.member(items).schema(inner)
	}
	p.rest(n, "type", items)
	p.out = append(p.out, '}')
}

func (p *printer) field(n *jsondoc.Node) {
	p.open("name", n.TextOf("name"))
	if typ := n.Get("type"); typ != nil {
		p.member("type").schema(typ)
	}
	for _, m := range []string{"doc", "default", "order", "aliases"} {
		value := n.Get(m)
		if value == nil || m == "order" && strings.EqualFold(value.Text, "ascending") || m == "aliases" && len(value.Items) == 0 {
			continue
		}
		p.member(m).value(value)
	}
	p.rest(n, "name", "type", "doc", "default", "order", "aliases")
	p.out = append(p.out, '}')
}

// rest writes the properties of one's own, in the order of the text.
func (p *printer) rest(n *jsondoc.Node, without ...string) {
	for _, m := range n.Members {
		if !slices.Contains(without, m.Name) {
			p.member(m.Name).value(m.Value)
		}
	}
}

func (p *printer) open(name, text string) {
	p.out = append(p.out, '{')
	p.out = append(jsondoc.AppendString(p.out, name), ':')
	p.text(text)
}

func (p *printer) member(name string) *printer {
	p.out = append(jsondoc.AppendString(append(p.out, ','), name), ':')
	return p
}

func (p *printer) list(items []*jsondoc.Node, each func(*jsondoc.Node)) {
	p.out = append(p.out, '[')
	for i, item := range items {
		p.out = comma(p.out, i)
		each(item)
	}
	p.out = append(p.out, ']')
}

func (p *printer) text(s string) { p.out = jsondoc.AppendString(p.out, s) }

func (p *printer) value(n *jsondoc.Node) { p.out = compact(p.out, n) }
