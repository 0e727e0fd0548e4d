package program

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

func (k *compiler) object(f *flat, l *jsonschema.Location) *object {
	b := objectBuilder{k: k, o: &object{max: -1}, layers: f.layers, location: l, index: map[string]int{}}
	if l != nil {
		b.facts = k.known.Facts(l)
		b.filter()
	}
	for _, p := range f.layers {
		for _, m := range p.Node().Members {
			if k.reads(p, m.Name) {
				b.collect(p, m)
			}
		}
	}
	for _, name := range b.facts.Names {
		b.prop(name)
	}
	if k.props += len(b.list); k.props > maxProps || len(b.list) > maxNames {
		k.giveUp("more than %d names", maxProps)
		return b.o
	}
	b.finish()
	return b.o
}

// An objectBuilder makes one object of the layers of a flat.
type objectBuilder struct {
	k        *compiler
	o        *object
	layers   []*jsonschema.Place
	location *jsonschema.Location // nil if all names are known
	facts    jsonschema.Facts
	index    map[string]int // of props
	list     []string       // names of props
	needed   []int          // props that are required
	covers   []cover
	sources  []string // of patterns
}

// A cover is a schema for the members that some others do not name: of
// additionalProperties or unevaluatedProperties.
type cover struct {
	places []*jsonschema.Place
	rest   *jsonschema.Place
}

// has reports whether one of the places has the pattern.
func (c cover) has(pattern string) bool {
	return slices.ContainsFunc(c.places, func(p *jsonschema.Place) bool {
		return p.Node().Get("patternProperties").Member(pattern) != nil
	})
}

// filter sets what happens to unknown names.
func (b *objectBuilder) filter() {
	switch {
	case b.facts.All:
	case b.k.half == Writer:
		b.o.policy = refuse
	default:
		b.o.policy = drop
	}
	b.sources = b.facts.Patterns
}

// prop returns the index of the prop of that name.
func (b *objectBuilder) prop(name string) int {
	at, ok := b.index[name]
	if !ok {
		at = len(b.list)
		b.index[name] = at
		b.list = append(b.list, name)
	}
	return at
}

func (b *objectBuilder) propsOf(names *jsondoc.Node) []int {
	var props []int
	for _, n := range names.Items {
		props = append(props, b.prop(n.Text))
	}
	return props
}

func (b *objectBuilder) collect(p *jsonschema.Place, m jsondoc.Member) {
	o := b.o
	switch m.Name {
	case "properties":
		for _, m := range m.Value.Members {
			b.prop(m.Name)
		}
	case "patternProperties":
		for _, m := range m.Value.Members {
			if !slices.Contains(b.sources, m.Name) {
				b.sources = append(b.sources, m.Name)
			}
		}
	case "additionalProperties":
		b.covers = append(b.covers, cover{[]*jsonschema.Place{p}, b.k.tree.At(m.Value)})
	case "unevaluatedProperties":
		if places, all, _ := b.k.evaluators(p); !all && !b.k.silent(m.Value) {
			b.covers = append(b.covers, cover{places, b.k.tree.At(m.Value)})
		}
	case "required":
		b.needed = append(b.needed, b.propsOf(m.Value)...)
	case "minProperties":
		o.min, o.counted = max(o.min, count(m.Value)), true
	case "maxProperties":
		o.max, o.counted = least(o.max, count(m.Value)), true
	case "propertyNames":
		o.names = append(o.names, b.k.node([]*jsonschema.Place{b.k.tree.At(m.Value)}, nil))
	case "dependentRequired", "dependentSchemas", "dependencies":
		for _, m := range m.Value.Members {
			b.need(m)
		}
	}
}

func (b *objectBuilder) need(m jsondoc.Member) {
	n := need{prop: b.prop(m.Name)}
	if m.Value.Kind == jsondoc.Array {
		n.props = b.propsOf(m.Value)
	} else {
		var at *jsonschema.Location
		if b.k.half == Reader {
			at = b.location
		}
		n.node = b.k.node([]*jsonschema.Place{b.k.tree.At(m.Value)}, at)
	}
	b.o.needs = append(b.o.needs, n)
}

func (b *objectBuilder) finish() {
	o := b.o
	o.required, o.more = lowest(b.needed)
	for _, name := range b.list {
		known := b.knows(name)
		if !known && o.policy == refuse {
			b.k.giveUp("the name %q, which is mentioned and not known", name)
		}
		o.props = append(o.props, prop{
			drop: !known,
			node: b.k.node(b.schemasOf(name), b.below(name)),
		})
	}
	o.Names = NewNames(b.list...)
	b.others()
	if len(o.names) > 0 {
		b.k.finally = append(b.k.finally, b.badNames)
	}
	b.k.finally = append(b.k.finally, o.quicken)
}

// knows reports whether the lenient policy knows the name here.
func (b *objectBuilder) knows(name string) bool {
	if b.o.policy == keep || slices.Contains(b.facts.Names, name) {
		return true
	}
	return slices.ContainsFunc(b.facts.Patterns, func(source string) bool {
		p := b.k.pattern(source)
		return p != nil && p.match([]byte(name))
	})
}

// schemasOf lists what the layers ask of the member of that name.
func (b *objectBuilder) schemasOf(name string) []*jsonschema.Place {
	var places []*jsonschema.Place
	for _, p := range b.layers {
		for _, schema := range b.k.named(p, name) {
			places = append(places, b.k.tree.At(schema))
		}
	}
	for _, c := range b.covers {
		if !slices.ContainsFunc(c.places, func(p *jsonschema.Place) bool { return len(b.k.named(p, name)) > 0 }) {
			places = append(places, c.rest)
		}
	}
	return places
}

// named lists what properties and patternProperties say of a name.
func (k *compiler) named(p *jsonschema.Place, name string) (schemas []*jsondoc.Node) {
	if schema := p.Node().Get("properties").Get(name); schema != nil {
		schemas = append(schemas, schema)
	}
	if patterns := p.Node().Get("patternProperties"); patterns != nil {
		for _, m := range patterns.Members {
			if k.pattern(m.Name).match([]byte(name)) {
				schemas = append(schemas, m.Value)
			}
		}
	}
	return schemas
}

func (b *objectBuilder) below(name string) *jsonschema.Location {
	if b.location == nil {
		return nil
	}
	return b.k.known.Member(b.location, name)
}

// badNames finds the props that propertyNames refuses.
func (b *objectBuilder) badNames() {
	for at, name := range b.list {
		m := Get((&jsondoc.Node{Kind: jsondoc.String, Text: name}).Canonical())
		for _, n := range b.o.names {
			if m.value(n, 0, 0) < 0 {
				b.o.props[at].bad = true
			}
		}
		m.Free()
	}
}
