package program

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A flat is what several sub-schemas ask of a value of one type, with
// references, allOf and the choices that the type alone decides written out.
type flat struct {
	kind    jsondoc.Kind
	never   string // the keyword by which no such value is allowed
	layers  []*jsonschema.Place
	whole   bool // numbers without fraction
	enums   []values
	choices []choice
	slow    []slowPlace
	active  []*jsonschema.Place // being flattened: a schema may refer to itself in place
	done    []*jsonschema.Place
}

// values are what enum or const allows, of the flat's kind.
type values struct {
	place   *jsonschema.Place
	keyword string
	nodes   []*jsondoc.Node
}

// A choice is an applicator that must be tried on the value.
type choice struct {
	op      op
	keyword string
	places  []*jsonschema.Place // may be nil: everything is allowed
}

type slowPlace struct {
	place  *jsonschema.Place
	reason string
}

// silent reports whether every value of the kind is allowed.
func (f *flat) silent() bool {
	return f.never == "" && !f.whole && len(f.layers)+len(f.enums)+len(f.choices)+len(f.slow) == 0
}

func (f *flat) refuse(keyword string) {
	if f.never == "" {
		f.never = keyword
	}
}

// add flattens one more schema.
func (k *compiler) add(f *flat, p *jsonschema.Place) {
	switch {
	case slices.Contains(f.active, p):
		k.giveUp("the schema at %s refers to itself in place", p.Pointer())
		return
	case slices.Contains(f.done, p) || f.never != "" || k.reason != "":
		return
	case p.Node().Kind == jsondoc.Bool:
		if !p.Node().Bool {
			f.refuse("false")
		}
		return
	}
	if reason := k.beyond(p, f.kind); reason != "" {
		f.slow = append(f.slow, slowPlace{p, reason})
		f.done = append(f.done, p)
		return
	}
	f.active = append(f.active, p)
	k.members(f, p)
	f.active = f.active[:len(f.active)-1]
	f.done = append(f.done, p)
}

func (k *compiler) members(f *flat, p *jsonschema.Place) {
	if ref := p.Node().Get("$ref"); ref != nil && p.Dialect() < jsonschema.Draft2019 {
		k.add(f, k.tree.Target(p, ref.Text)) // its siblings do not count
		return
	}
	layer := false
	for _, m := range p.Node().Members {
		if constrains(m.Name).has(f.kind) && k.reads(p, m.Name) {
			layer = true
			continue
		}
		k.keyword(f, p, m)
	}
	if layer {
		f.layers = append(f.layers, p)
	}
}

func (k *compiler) keyword(f *flat, p *jsonschema.Place, m jsondoc.Member) {
	if !p.Reads(m.Name) {
		return
	}
	switch m.Name {
	case "$ref":
		k.add(f, k.tree.Target(p, m.Value.Text))
	case "allOf":
		for _, branch := range m.Value.Items {
			k.add(f, k.tree.At(branch))
		}
	case "type":
		k.types(f, m.Value)
	case "enum", "const":
		k.listed(f, p, m)
	case openEnum:
		k.open(f, p, m)
	case "anyOf", "oneOf":
		k.alternatives(f, m)
	case "not":
		k.negation(f, m)
	case "if":
		k.condition(f, p, m)
	}
}

const openEnum = "x-extensible-enum"

func (k *compiler) types(f *flat, types *jsondoc.Node) {
	names := types.Items
	if types.Kind == jsondoc.String {
		names = []*jsondoc.Node{types}
	}
	allowed, whole := false, f.kind == jsondoc.Number
	for _, n := range names {
		allowed = allowed || n.Text == f.kind.String() || n.Text == "integer" && f.kind == jsondoc.Number
		whole = whole && n.Text != "number"
	}
	if !allowed {
		f.refuse("type")
	}
	f.whole = f.whole || whole
}

// listed takes the values of an enum or const that are of the kind.
func (k *compiler) listed(f *flat, p *jsonschema.Place, m jsondoc.Member) {
	all := m.Value.Items
	if m.Name == "const" {
		all = []*jsondoc.Node{m.Value}
	}
	v := values{place: p, keyword: m.Name}
	for _, n := range all {
		if n.Kind == f.kind {
			v.nodes = append(v.nodes, n)
		}
	}
	switch {
	case len(v.nodes) == 0:
		f.refuse(m.Name)
	case f.kind != jsondoc.Null:
		f.enums = append(f.enums, v)
	}
}

// open takes an open enum, which binds the writer for the types that occur.
func (k *compiler) open(f *flat, p *jsonschema.Place, m jsondoc.Member) {
	if k.half != Writer || m.Value.Kind != jsondoc.Array {
		return
	}
	if slices.ContainsFunc(m.Value.Items, func(n *jsondoc.Node) bool { return n.Kind == f.kind }) {
		k.listed(f, p, m)
	}
}

// try flattens a schema by itself.
func (k *compiler) try(f *flat, p *jsonschema.Place) *flat {
	alone := &flat{kind: f.kind, active: slices.Clone(f.active)}
	if p != nil {
		k.add(alone, p)
	}
	return alone
}

// alternatives drops the branches that are not for the kind. A single one left
// is no choice.
func (k *compiler) alternatives(f *flat, m jsondoc.Member) {
	c := choice{op: anyOf, keyword: m.Name}
	if m.Name == "oneOf" {
		c.op = oneOf
	}
	for _, branch := range m.Value.Items {
		p := k.tree.At(branch)
		alone := k.try(f, p)
		if alone.silent() && c.op == anyOf {
			return
		}
		if alone.never == "" {
			c.places = append(c.places, p)
		}
	}
	switch len(c.places) {
	case 0:
		f.refuse(m.Name)
	case 1:
		k.add(f, c.places[0])
	default:
		f.choices = append(f.choices, c)
	}
}

func (k *compiler) negation(f *flat, m jsondoc.Member) {
	p := k.tree.At(m.Value)
	switch alone := k.try(f, p); {
	case alone.never != "":
	case alone.silent():
		f.refuse("not")
	default:
		f.choices = append(f.choices, choice{op: not, keyword: "not", places: []*jsonschema.Place{p}})
	}
}

func (k *compiler) condition(f *flat, p *jsonschema.Place, m jsondoc.Member) {
	then, other := k.tree.At(p.Node().Get("then")), k.tree.At(p.Node().Get("else"))
	decided := func(branch *jsonschema.Place) {
		if branch != nil {
			k.add(f, branch)
		}
	}
	switch alone := k.try(f, k.tree.At(m.Value)); {
	case alone.never != "":
		decided(other)
	case alone.silent():
		decided(then)
	case then != nil || other != nil:
		f.choices = append(f.choices, choice{op: conditional, keyword: "if", places: []*jsonschema.Place{k.tree.At(m.Value), then, other}})
	}
}
