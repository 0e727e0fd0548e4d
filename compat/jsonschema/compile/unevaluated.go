package compile

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsondoc"
)

// maxConditions bounds the conditional evaluations that one unevaluated
// keyword may depend on: each doubles the number of clauses.
const maxConditions = 10

// maxClauses bounds the clauses that all unevaluated keywords of a schema come to.
const maxClauses = 1 << 16

// maxVisits bounds how many sub-schemas one unevaluated keyword looks at, each
// under every set of conditions that leads to it.
const maxVisits = 1_000

// unevaluated compiles unevaluatedProperties and unevaluatedItems to plain
// statements. What the keywords beside it evaluate is known from the text, up
// to the branches of anyOf, oneOf, if and dependentSchemas. So for every set of
// branches: one outside the set holds, or the rest that the set leaves over
// satisfies the sub-schema. More branches leave a smaller rest, hence it needs
// no statement that a branch fails.
func (r *reader) unevaluated() {
	if r.at.res.draft < Draft2019 {
		return
	}
	properties, hasProperties := r.keyword("unevaluatedProperties")
	items, hasItems := r.keyword("unevaluatedItems")
	if !hasProperties && !hasItems {
		return
	}
	e := &evaluation{compiler: r.compiler, visited: map[siteKey][][]logic.Ref{}}
	e.visit(r.at, r.scope, nil, true)
	if hasProperties {
		sub := r.child(properties)
		r.leftover("unevaluatedProperties", properties, e, func(c *coverage) logic.Ref {
			rest := r.table.Region(true, c.names, c.patterns)
			return r.graph.Node(logic.Node{Kind: logic.Every, Region: rest}, sub)
		}, func(c *coverage) bool { return c.everyName })
		r.mentionRest(properties)
	}
	if hasItems {
		sub := r.child(items)
		r.leftover("unevaluatedItems", items, e, func(c *coverage) logic.Ref {
			either := append([]logic.Ref{sub}, c.contained...)
			return r.graph.Node(logic.Node{Kind: logic.Each, N: c.items, M: logic.Endless}, r.graph.Or(either...))
		}, func(c *coverage) bool { return c.items == logic.Endless })
	}
}

func (r *reader) leftover(keyword string, at place, e *evaluation, rest func(*coverage) logic.Ref, all func(*coverage) bool) {
	fixed := coverage{}
	var branches []coverage
	for _, c := range e.conditionsFor(keyword == "unevaluatedProperties") {
		if len(c.when) == 0 {
			fixed.join(&c)
		} else {
			branches = append(branches, c)
		}
	}
	if all(&fixed) {
		return
	}
	if len(branches) <= maxConditions {
		r.clauses += 1 << len(branches)
	}
	if len(branches) > maxConditions || r.clauses > maxClauses || len(e.found) >= maxVisits {
		name := keyword + " at " + at.res.uri + "#" + at.pointer() + " of " + r.digest()
		r.say(keyword, at, r.opaque(name, "more branches evaluate properties or items beside it than are told apart"))
		return
	}
	var clauses []logic.Ref
	for set := range 1 << len(branches) {
		covered := fixed.clone()
		var clause []logic.Ref
		for i := range branches {
			if set>>i&1 != 0 {
				covered.join(&branches[i])
			} else {
				clause = append(clause, r.graph.And(branches[i].when...))
			}
		}
		if !all(&covered) {
			clauses = append(clauses, r.graph.Or(append(clause, rest(&covered))...))
		}
	}
	r.say(keyword, at, r.graph.And(clauses...))
}

// coverage is what one keyword evaluates, when its conditions hold.
type coverage struct {
	when      []logic.Ref
	names     []string
	patterns  []*logic.Pattern
	everyName bool
	items     int         // the first items, up to Endless
	contained []logic.Ref // items that satisfy one of these, too
}

func (c *coverage) join(d *coverage) {
	c.names = append(c.names, d.names...)
	c.patterns = append(c.patterns, d.patterns...)
	c.everyName = c.everyName || d.everyName
	c.items = max(c.items, d.items)
	c.contained = append(c.contained, d.contained...)
}

func (c *coverage) clone() coverage {
	d := coverage{}
	d.join(c)
	return d
}

func (c *coverage) empty(ofNames bool) bool {
	if ofNames {
		return len(c.names)+len(c.patterns) == 0 && !c.everyName
	}
	return c.items == 0 && len(c.contained) == 0
}

// An evaluation collects what a sub-schema and those applied in place evaluate.
type evaluation struct {
	*compiler
	visited map[siteKey][][]logic.Ref // the conditions of each visit
	found   []coverage                // one a visit
}

func (e *evaluation) conditionsFor(names bool) []coverage {
	var kept []coverage
	for _, c := range e.found {
		if !c.empty(names) {
			kept = append(kept, c)
		}
	}
	return kept
}

// visit adds what the schema at p evaluates under the conditions. The keyword
// under compilation itself is passed over: own is set for its schema. A schema
// that was visited under fewer conditions, or the same, adds nothing.
func (e *evaluation) visit(p place, outer *scope, when []logic.Ref, own bool) {
	if known := e.entries[p.node]; known.res != nil {
		p.res = known.res
	}
	s := e.within(outer, p.res)
	key := siteKey{node: p.node}
	if s != nil {
		key.scope = s.id
	}
	covered := func(earlier []logic.Ref) bool {
		return !slices.ContainsFunc(earlier, func(c logic.Ref) bool { return !slices.Contains(when, c) })
	}
	if p.node.Kind != jsondoc.Object || len(e.found) >= maxVisits || slices.ContainsFunc(e.visited[key], covered) {
		return
	}
	e.visited[key] = append(e.visited[key], when)
	r := &reader{compiler: e.compiler, at: p, scope: s}
	own = own && len(when) == 0
	direct := r.covers(own)
	direct.when = when
	e.found = append(e.found, direct)
	for _, keyword := range []string{"$ref", "$recursiveRef", "$dynamicRef"} {
		if at, ok := r.typed(keyword, jsondoc.String); ok {
			if target, err := r.target(keyword, at.node.Text); err == nil {
				e.visit(target, s, when, false)
			}
		}
	}
	e.branches(r, when)
}

func (e *evaluation) branches(r *reader, when []logic.Ref) {
	under := func(refs ...logic.Ref) []logic.Ref { return append(slices.Clone(when), refs...) }
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		at, ok := r.typed(keyword, jsondoc.Array)
		if !ok {
			continue
		}
		for _, branch := range at.node.Items {
			p := at.to(branch)
			if keyword == "allOf" {
				e.visit(p, r.scope, when, false)
			} else {
				e.visit(p, r.scope, under(r.inPlace(p)), false)
			}
		}
	}
	if at, ok := r.typed("dependentSchemas", jsondoc.Object); ok {
		for _, m := range at.node.Members {
			object := r.graph.Lit(r.table.Type(logic.Object))
			e.visit(at.to(m.Value), r.scope, under(object, r.requires(m.Name)), false)
		}
	}
	at, ok := r.keyword("if")
	if !ok {
		return
	}
	condition := r.inPlace(at)
	e.visit(at, r.scope, under(condition), false)
	if p, ok := r.keyword("then"); ok {
		e.visit(p, r.scope, under(condition), false)
	}
	if p, ok := r.keyword("else"); ok {
		e.visit(p, r.scope, under(condition.Not()), false)
	}
}

// covers returns what the schema's own keywords evaluate.
func (r *reader) covers(own bool) coverage {
	c := coverage{}
	if at, ok := r.typed("properties", jsondoc.Object); ok {
		for _, m := range at.node.Members {
			c.names = append(c.names, m.Name)
		}
	}
	if at, ok := r.typed("patternProperties", jsondoc.Object); ok {
		for _, m := range at.node.Members {
			c.patterns = append(c.patterns, r.table.Pattern(m.Name))
		}
	}
	_, additional := r.keyword("additionalProperties")
	_, unevaluated := r.keyword("unevaluatedProperties")
	c.everyName = additional || unevaluated && !own
	if _, ok := r.keyword("unevaluatedItems"); ok && !own {
		c.items = logic.Endless
	}
	r.coversItems(&c)
	return c
}

func (r *reader) coversItems(c *coverage) {
	tuple, rest := "items", "additionalItems"
	if r.at.res.draft >= Draft2020 {
		tuple, rest = "prefixItems", "items"
		if at, ok := r.keyword("contains"); ok {
			c.contained = append(c.contained, r.child(at))
		}
	}
	at, ok := r.keyword(tuple)
	if ok && at.node.Kind == jsondoc.Array {
		c.items = max(c.items, len(at.node.Items))
	} else if ok {
		c.items = logic.Endless
	}
	if _, more := r.keyword(rest); more && (ok || rest == "items") {
		c.items = logic.Endless
	}
}
