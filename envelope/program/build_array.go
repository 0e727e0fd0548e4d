package program

import (
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// maxPrefix bounds the items that an array tells apart.
const maxPrefix = 200

func (k *compiler) array(f *flat, l *jsonschema.Location) *array {
	a := &array{max: -1}
	prefix := 0
	if l != nil {
		prefix = k.known.Prefix()
	}
	for _, p := range f.layers {
		for _, m := range p.Node().Members {
			if !k.reads(p, m.Name) {
				continue
			}
			switch m.Name {
			case "minItems":
				a.min = max(a.min, count(m.Value))
			case "maxItems":
				a.max = least(a.max, count(m.Value))
			case "uniqueItems":
				a.unique = a.unique || m.Value.Bool
			case "items", "prefixItems":
				prefix = max(prefix, len(m.Value.Items))
			case "contains":
				k.contains(a, p, m.Value, l)
			}
		}
	}
	if prefix > maxPrefix {
		k.giveUp("arrays of which more than %d items differ", maxPrefix)
		prefix = 0
	}
	for i := range prefix {
		a.prefix = append(a.prefix, k.item(f, l, i))
	}
	a.rest = k.item(f, l, prefix)
	return a
}

// item compiles what is asked of the item at an index, or of all from there on.
func (k *compiler) item(f *flat, l *jsonschema.Location, i int) *node {
	var places []*jsonschema.Place
	for _, p := range f.layers {
		if schema := k.itemSchema(p, i); schema != nil {
			places = append(places, k.tree.At(schema))
		}
	}
	var at *jsonschema.Location
	if l != nil {
		at = k.known.Item(l, i)
	}
	return k.node(places, at)
}

func (k *compiler) itemSchema(p *jsonschema.Place, i int) *jsondoc.Node {
	list, rest := p.Node().Get("prefixItems"), p.Node().Get("items")
	if p.Dialect() < jsonschema.Draft2020 {
		list = nil
		if rest != nil && rest.Kind == jsondoc.Array {
			list, rest = rest, p.Node().Get("additionalItems")
		}
	}
	if list != nil && i < len(list.Items) {
		return list.Items[i]
	}
	return rest
}

func (k *compiler) contains(a *array, p *jsonschema.Place, schema *jsondoc.Node, l *jsonschema.Location) {
	if len(a.contains) == maxContains {
		k.giveUp("more than %d contains", maxContains)
		return
	}
	c := contains{min: 1, max: -1}
	if p.Dialect() >= jsonschema.Draft2019 {
		if n := p.Node().Get("minContains"); n != nil {
			c.min = count(n)
		}
		if n := p.Node().Get("maxContains"); n != nil {
			c.max = count(n)
		}
	}
	var at *jsonschema.Location
	if l != nil && k.half == Reader {
		// items differ in what is known of them only where items tells them apart
		if at = k.known.Item(l, 0); k.known.Prefix() > 0 && !k.alike(l) {
			k.giveUp("contains, and items that differ in their names")
		}
	}
	c.node = k.node([]*jsonschema.Place{k.tree.At(schema)}, at)
	a.contains = append(a.contains, c)
}

// alike reports whether the same names are known in all items.
func (k *compiler) alike(l *jsonschema.Location) bool {
	for i := range k.known.Prefix() {
		if k.known.Item(l, i) != k.known.Item(l, i+1) {
			return false
		}
	}
	return true
}
