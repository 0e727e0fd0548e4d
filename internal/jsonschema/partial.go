package jsonschema

import (
	"fmt"
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
)

// missing lists the schemas whose reference leads nowhere.
func (b *bundle) missing() []*place {
	var found []*place
	for _, p := range b.order {
		if raw := p.node.TextOf("$ref"); raw != "" && b.resolve(p, raw) == nil && !isMetaschema(withoutFragment(join(p.base, raw))) {
			found = append(found, p)
		}
	}
	return found
}

// opaque reports whether some schema is not at hand.
func (b *bundle) opaque() bool {
	return slices.ContainsFunc(b.order, func(p *place) bool { return slices.ContainsFunc(p.conjuncts, expr.opaque) })
}

func (e expr) opaque() bool { return e.op == opaque || slices.ContainsFunc(e.parts, expr.opaque) }

// static reports whether no reference depends on the way that leads to it.
func (b *bundle) static() bool {
	return !slices.ContainsFunc(b.order, func(p *place) bool {
		return slices.ContainsFunc(p.refs(), func(ref reference) bool { return ref.keyword != "$ref" })
	})
}

// monotone reports whether a value that the schema allows stays allowed when a
// missing schema allows more: none of them stands, through any reference,
// where a schema counts against a value. Then what holds for the schema that
// allows nothing, or all, in their place holds whatever they say.
func (b *bundle) monotone() bool {
	var against []*place
	for _, p := range b.order {
		for _, sub := range subschemas(p.node, p.doc.dialect) {
			switch sub.keyword {
			case "unevaluatedProperties", "unevaluatedItems":
				return false
			case "not", "if", "oneOf":
				against = append(against, b.places[sub.node])
			case "contains":
				if p.node.Get("maxContains") != nil {
					against = append(against, b.places[sub.node])
				}
			}
		}
	}
	reached := b.reach(against)
	for _, p := range b.missing() {
		if reached[p] {
			return false
		}
	}
	return true
}

// reach returns the schemas below and behind the given ones.
func (b *bundle) reach(from []*place) map[*place]bool {
	reached := map[*place]bool{}
	for len(from) > 0 {
		p := from[len(from)-1]
		from = from[:len(from)-1]
		if p == nil || reached[p] {
			continue
		}
		reached[p] = true
		for _, sub := range subschemas(p.node, p.doc.dialect) {
			from = append(from, b.places[sub.node])
		}
		for _, ref := range p.refs() {
			from = append(from, b.resolve(p, ref.raw))
		}
	}
	return reached
}

// reaches reports whether a validation of the value may come to one of the
// schemas.
func (b *bundle) reaches(value *jsondoc.Node, schemas []*place) bool {
	c := counter{bundle: b, known: map[visit]int{}}
	c.schema(b.places[b.root.Root], value)
	for v := range c.known {
		if slices.Contains(schemas, v.place) {
			return true
		}
	}
	return false
}

func errMissing() error {
	return fmt.Errorf("%w: the answer hangs on a schema that is missing", ErrUnsupported)
}
