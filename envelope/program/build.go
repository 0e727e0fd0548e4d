package program

import (
	"math"
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// node returns the node for values of which all the schemas hold, at a location
// of known names. What it points to is compiled later.
func (k *compiler) node(places []*jsonschema.Place, l *jsonschema.Location) *node {
	places = slices.Clone(places)
	slices.SortFunc(places, func(a, b *jsonschema.Place) int { return k.id(a) - k.id(b) })
	places = slices.Compact(places)
	key := k.key(places, l)
	if n := k.nodes[key]; n != nil {
		return n
	}
	n := &node{}
	k.nodes[key] = n
	if len(k.nodes) > maxNodes {
		k.giveUp("more than %d combinations of sub-schemas", maxNodes)
		return n
	}
	k.todo = append(k.todo, func() { k.fill(n, places, l) })
	return n
}

func (k *compiler) fill(n *node, places []*jsonschema.Place, l *jsonschema.Location) {
	n.free = true
	for kind := jsondoc.Null; kind <= jsondoc.Object; kind++ {
		f := &flat{kind: kind}
		for _, p := range places {
			k.add(f, p)
		}
		if f.never != "" {
			n.refusedBy[kind], n.free = f.never, false
			continue
		}
		n.kinds |= 1 << kind
		if kind == jsondoc.Array {
			k.projectedItems(f, k.relevant(l, kind))
		}
		free := k.fillKind(n, f, k.relevant(l, kind))
		n.checks[kind] = k.checks(f, l)
		if len(n.checks[kind]) > 0 {
			n.checked |= 1 << kind
			free = false
		}
		n.free = n.free && free
	}
}

// projectedItems leaves uniqueItems to the library where a reader compares items
// without the names that it does not know.
func (k *compiler) projectedItems(f *flat, l *jsonschema.Location) {
	if l == nil || k.half == Writer {
		return
	}
	f.layers = slices.DeleteFunc(f.layers, func(p *jsonschema.Place) bool {
		unique := isTrue(p.Node().Get("uniqueItems"))
		if unique {
			f.slow = append(f.slow, slowPlace{p, "uniqueItems"})
		}
		return unique
	})
}

// relevant returns the location if names may be unknown in a value of the kind.
func (k *compiler) relevant(l *jsonschema.Location, kind jsondoc.Kind) *jsonschema.Location {
	if l == nil || kind < jsondoc.Array {
		return nil
	}
	facts := k.known.Facts(l)
	if kind == jsondoc.Array && !facts.Array || kind == jsondoc.Object && (facts.Free || !facts.Object) {
		return nil
	}
	return l
}

// fillKind compiles what the pass checks, and reports whether that is nothing.
func (k *compiler) fillKind(n *node, f *flat, l *jsonschema.Location) (free bool) {
	switch f.kind {
	case jsondoc.Bool:
		for _, v := range f.enums {
			n.noTrue = n.noTrue || !slices.ContainsFunc(v.nodes, func(v *jsondoc.Node) bool { return v.Bool })
			n.noFalse = n.noFalse || !slices.ContainsFunc(v.nodes, func(v *jsondoc.Node) bool { return !v.Bool })
			n.refusedBy[f.kind] = v.keyword
		}
		return !n.noTrue && !n.noFalse
	case jsondoc.Number:
		n.number = k.number(f)
		return len(f.enums)+len(f.layers) == 0 && !f.whole
	case jsondoc.String:
		n.text = k.text(f)
		return n.text.plan == anyText
	case jsondoc.Array:
		n.array = k.array(f, l)
		return l == nil && len(f.layers) == 0
	case jsondoc.Object:
		n.object = k.object(f, l)
		return l == nil && len(f.layers) == 0
	}
	return true
}

// checks compiles what is checked behind the pass. A reader checks no more than
// it keeps; a writer's names were looked at by the pass.
func (k *compiler) checks(f *flat, l *jsonschema.Location) []check {
	if k.half == Writer {
		l = nil
	}
	var checks []check
	for _, c := range f.choices {
		made := check{op: c.op, keyword: c.keyword}
		for _, p := range c.places {
			var places []*jsonschema.Place
			if p != nil {
				places = append(places, p)
			}
			made.nodes = append(made.nodes, k.node(places, l))
		}
		checks = append(checks, made)
	}
	for _, v := range f.enums {
		switch {
		case f.kind < jsondoc.Array:
		case k.relevant(l, f.kind) != nil: // what a reader compares is not the text
			f.slow = append(f.slow, slowPlace{v.place, v.keyword})
		default:
			checks = append(checks, check{op: constant, keyword: v.keyword, values: v.nodes})
		}
	}
	for _, s := range f.slow {
		k.planned(s)
		checks = append(checks, check{op: slowly, keyword: s.reason, slow: k.slow(s.place, l, false)})
	}
	return checks
}

func (k *compiler) text(f *flat) *text {
	t := &text{max: -1}
	for _, p := range f.layers {
		for _, m := range p.Node().Members {
			if !k.reads(p, m.Name) {
				continue
			}
			switch m.Name {
			case "minLength":
				t.min = max(t.min, count(m.Value))
			case "maxLength":
				t.max = least(t.max, count(m.Value))
			case "pattern":
				t.patterns = append(t.patterns, k.pattern(m.Value.Text))
			case "format":
				if check, _ := k.tree.Format(p, m.Value.Text); check != nil {
					t.formats = append(t.formats, format{quickFormat(m.Value.Text), check})
				}
			}
		}
	}
	t.patterns = slices.Compact(t.patterns)
	for _, v := range f.enums {
		var names []string
		for _, n := range v.nodes {
			names = append(names, n.Text)
		}
		t.enums = append(t.enums, k.enum(v.keyword, names))
	}
	t.choose()
	return t
}

func (k *compiler) enum(keyword string, names []string) *enum {
	if len(names) > maxNames {
		k.giveUp("an enum of %d strings", len(names))
		names = nil
	}
	return &enum{newTable(names), keyword}
}

func (k *compiler) number(f *flat) *numeric {
	n := &numeric{low: math.MinInt64, high: math.MaxInt64, whole: f.whole}
	for _, p := range f.layers {
		for _, m := range p.Node().Members {
			if !k.reads(p, m.Name) || m.Value.Kind != jsondoc.Number {
				continue
			}
			d := parseDecimal([]byte(m.Value.Text))
			open := isTrue(p.Node().Get("exclusiveM" + m.Name[1:]))
			switch m.Name {
			case "minimum":
				n.bounds = append(n.bounds, bound{"minimum", d, -1, open})
			case "maximum":
				n.bounds = append(n.bounds, bound{"maximum", d, 1, open})
			case "exclusiveMinimum":
				n.bounds = append(n.bounds, bound{"exclusiveMinimum", d, -1, true})
			case "exclusiveMaximum":
				n.bounds = append(n.bounds, bound{"exclusiveMaximum", d, 1, true})
			case "multipleOf":
				by, _ := divisorOf(d)
				n.multiples = append(n.multiples, by)
			}
		}
	}
	for _, v := range f.enums {
		e := numberEnum{keyword: v.keyword}
		for _, node := range v.nodes {
			e.values = append(e.values, parseDecimal([]byte(node.Text)))
		}
		n.enums = append(n.enums, e)
	}
	n.simplify()
	return n
}

// simplify turns bounds that are small integers into those of the quick way.
func (n *numeric) simplify() {
	n.simple = len(n.multiples)+len(n.enums) == 0
	for _, b := range n.bounds {
		v, ok := b.value.small()
		switch {
		case !ok:
			n.simple = false
		case b.sign < 0 && b.open:
			n.low = max(n.low, v+1)
		case b.sign < 0:
			n.low = max(n.low, v)
		case b.open:
			n.high = min(n.high, v-1)
		default:
			n.high = min(n.high, v)
		}
	}
}

func isTrue(n *jsondoc.Node) bool { return n != nil && n.Kind == jsondoc.Bool && n.Bool }

// count reads a count that is wellFormed.
func count(n *jsondoc.Node) int {
	c, _ := parseDecimal([]byte(n.Text)).small()
	return int(c)
}

// least is the smaller of two limits, where a negative one is none.
func least(limit, other int) int {
	if limit < 0 {
		return other
	}
	return min(limit, other)
}
