package jsonschema

// missing lists the schemas whose reference leads nowhere.
func (b *bundle) missing() []*place {
	var found []*place
	for _, p := range b.order {
		if raw := text(p.node, "$ref"); raw != "" && b.resolve(p, raw) == nil && !isMetaschema(withoutFragment(join(p.base, raw))) {
			found = append(found, p)
		}
	}
	return found
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
		if p.reads("$dynamicRef") && text(p.node, "$dynamicRef") != "" || p.reads("$recursiveRef") && text(p.node, "$recursiveRef") != "" {
			return false
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
