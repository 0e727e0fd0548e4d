package program

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// maxPatterns bounds the patterns for names of one object.
const maxPatterns = 64

// others compiles what holds for names that are no prop.
func (b *objectBuilder) others() {
	k := b.k
	if b.o.policy != keep {
		for _, source := range b.facts.Patterns {
			b.o.known = append(b.o.known, k.pattern(source))
		}
	}
	patterns := b.matchers()
	switch {
	case k.reason != "":
	case len(patterns) == 0:
		b.o.rest = k.node(b.additional(""), b.fresh(nil))
	case len(patterns) == 1:
		b.onePattern(patterns[0])
	case b.indifferent(patterns):
		b.manyPatterns(patterns)
	default:
		k.giveUp("names below several patterns")
	}
}

func (b *objectBuilder) matchers() []*pattern {
	var patterns []*pattern
	for _, source := range b.sources {
		p := b.k.pattern(source)
		if p == nil {
			b.k.giveUp("the pattern %s of names", source)
			return nil
		}
		patterns = append(patterns, p)
	}
	if len(patterns) > maxPatterns {
		b.k.giveUp("more than %d patterns of names", maxPatterns)
	}
	return patterns
}

// additional lists what is asked of names that the layers do not name, of those
// alone that lack the pattern if there is one.
func (b *objectBuilder) additional(without string) []*jsonschema.Place {
	var places []*jsonschema.Place
	for _, c := range b.covers {
		if without == "" || !c.has(without) {
			places = append(places, c.rest)
		}
	}
	return places
}

func (b *objectBuilder) matching(source string) []*jsonschema.Place {
	var places []*jsonschema.Place
	for _, p := range b.layers {
		if schema := p.Node().Get("patternProperties").Get(source); schema != nil {
			places = append(places, b.k.tree.At(schema))
		}
	}
	return places
}

// onePattern needs two nodes: for the names that match, and for the others.
func (b *objectBuilder) onePattern(p *pattern) {
	k := b.k
	at, ok := b.sample(p)
	if !ok {
		k.giveUp("the names that %s matches", p.source)
		return
	}
	b.o.patterns = []named{{p, k.node(append(b.matching(p.source), b.additional(p.source)...), at)}}
	b.o.others = []remainder{{[]int{0}, k.node(b.additional(""), b.fresh([]*pattern{p}))}}
}

// manyPatterns reads a value once for each schema that speaks of it.
func (b *objectBuilder) manyPatterns(patterns []*pattern) {
	for _, p := range patterns {
		b.o.patterns = append(b.o.patterns, named{p, b.k.node(b.matching(p.source), nil)})
	}
	for _, c := range b.covers {
		r := remainder{node: b.k.node([]*jsonschema.Place{c.rest}, nil)}
		for i, p := range patterns {
			if c.has(p.source) {
				r.patterns = append(r.patterns, i)
			}
		}
		b.o.others = append(b.o.others, r)
	}
}

// indifferent reports whether no value below the patterns can hold unknown
// names, so that it does not matter which of them match.
func (b *objectBuilder) indifferent(patterns []*pattern) bool {
	if !b.inert(b.fresh(patterns)) {
		return false
	}
	return !slices.ContainsFunc(patterns, func(p *pattern) bool {
		at, ok := b.sample(p)
		return !ok || !b.inert(at)
	})
}

func (b *objectBuilder) inert(l *jsonschema.Location) bool {
	return b.k.relevant(l, jsondoc.Array) == nil && b.k.relevant(l, jsondoc.Object) == nil
}

// sample returns the location below a name that matches the pattern and is no
// prop; false if there is no telling.
func (b *objectBuilder) sample(p *pattern) (*jsonschema.Location, bool) {
	if b.location == nil {
		return nil, true
	}
	if p.dfa == nil {
		return nil, false
	}
	for _, name := range p.dfa.samples(len(b.list) + 1) {
		if _, taken := b.index[name]; !taken {
			return b.below(name), true
		}
	}
	return nil, true // only props match
}

// fresh returns the location below a name that is no prop and matches no
// pattern.
func (b *objectBuilder) fresh(patterns []*pattern) *jsonschema.Location {
	if b.location == nil {
		return nil
	}
	for n := 1; n < 100; n++ {
		name := strings.Repeat("\x01", n)
		if _, taken := b.index[name]; taken || matchesAny(patterns, []byte(name)) {
			continue
		}
		return b.below(name)
	}
	return nil // all names match
}
