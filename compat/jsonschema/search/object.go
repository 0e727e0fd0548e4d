package search

import (
	"slices"

	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
)

// An object is the search for an object that satisfies atoms. Some demand a
// certain member, some demand a member somewhere in a region, some count; all
// others say what members must be like, should they exist.
type object struct {
	*frame
	why     deps   // why the value is an object
	every   []fact // what members of several names must satisfy; frame.about lists the others
	names   []fact // what names in a region must satisfy
	counts  []count
	choices []fact    // demands that leave the member's name open
	fixed   []*member // demanded by name
	byFixed map[string]*member
	members []*member // placed so far

	seen      bool     // the facts have been looked through for what follows
	mentioned []string // names and patterns by which atoms tell members apart
	patterns  []*logic.Pattern
}

// A member is one that the object will have.
type member struct {
	name    string
	why     deps      // why it exists
	demands []sourced // beyond what every member in its regions must satisfy
	value   *value.Value
}

// A count bounds the number of members in a region.
type count struct {
	region *logic.Region
	n      int
	least  bool
	why    deps
}

func newObject(f *frame) *object {
	o := &object{frame: f, why: f.whyNot(logic.All &^ logic.Object), byFixed: map[string]*member{}}
	o.work += len(f.facts)
	for _, x := range f.facts {
		o.take(x, f.table.Node(x.lit))
	}
	return o
}

func (o *object) take(x fact, n *logic.Node) {
	negative := x.lit.Negative()
	switch n.Kind {
	case logic.Required:
		if !negative {
			o.demand(n.Text, x.why)
		}
	case logic.Every:
		name, single := n.Region.Single()
		switch {
		case negative && single:
			m := o.demand(name, x.why)
			m.demands = append(m.demands, sourced{n.Args[0].Not(), x.why})
		case negative:
			o.choices = append(o.choices, x)
		case !single:
			o.every = append(o.every, x)
		}
	case logic.Names:
		if negative {
			o.choices = append(o.choices, x)
		} else {
			o.names = append(o.names, x)
		}
	case logic.MinProps, logic.MaxProps:
		c := count{region: n.Region, n: n.N, least: (n.Kind == logic.MinProps) != negative, why: x.why}
		if negative && c.least {
			c.n++
		} else if negative {
			c.n--
		}
		o.counts = append(o.counts, c)
	}
}

func (o *object) demand(name string, why deps) *member {
	if m, ok := o.byFixed[name]; ok {
		return m
	}
	m := &member{name: name, why: why}
	o.fixed, o.byFixed[name] = append(o.fixed, m), m
	return m
}

func (o *object) solve() outcome {
	var doubt *outcome
	for _, m := range o.fixed {
		switch out := o.fit(m); out.status {
		case Empty:
			return out
		case Unknown:
			doubt = &out
		}
	}
	if doubt != nil {
		return *doubt
	}
	o.members = o.fixed
	return o.choose(0)
}

// fit finds a value for the member. Its value comes first, then whether the
// name is allowed at all: a core that blames the value says more.
func (o *object) fit(m *member) outcome {
	state := o.state(m.name)
	demanded := len(state)
	state = append(state, m.demands...)
	out := o.inner(state)
	switch out.status {
	case Empty:
		out.core = out.core.or(o.why)
		for _, d := range state[demanded:] {
			if out.core.covers(d.why) { // and so why the member exists
				return out
			}
		}
		out.core = out.core.or(m.why)
		return out
	case Unknown:
		out.core = out.core.or(o.why).or(m.why)
		return out
	}
	if why, ok := o.absent(m.name); ok {
		return empty(why.or(m.why).or(o.why))
	}
	if out := o.legal(m); out.status != Found {
		return out
	}
	m.value = out.value
	return out
}

// state lists what a member of that name must satisfy. A region that may or
// may not hold the name is left out; the object is judged as a whole later.
func (o *object) state(name string) []sourced {
	o.work += len(o.every)
	lits := make([]sourced, 0, 8)
	for _, i := range o.about(name) {
		x := o.facts[i]
		lits = append(lits, sourced{o.table.Node(x.lit).Args[0], x.why})
	}
	for _, x := range o.every {
		n := o.table.Node(x.lit)
		if n.Region.Has(name) == logic.Yes {
			lits = append(lits, sourced{n.Args[0], x.why})
		}
	}
	return lits
}

// legal checks the member's name.
func (o *object) legal(m *member) outcome {
	for _, x := range o.names {
		n := o.table.Node(x.lit)
		if n.Region.Has(m.name) == logic.Yes && o.eval(n.Args[0], value.String(m.name)) == logic.No {
			return empty(x.why.or(m.why).or(o.why))
		}
	}
	return outcome{status: Found}
}

// with adds a member, or a demand on the one of that name, and goes on with
// then; afterwards all is as before.
func (o *object) with(name string, why deps, demands []sourced, then func() outcome) outcome {
	for i, old := range o.members {
		if old.name != name {
			continue
		}
		if !slices.ContainsFunc(demands, func(d sourced) bool { return d.lit != logic.True }) {
			return then()
		}
		changed := *old
		changed.demands = append(slices.Clone(old.demands), demands...)
		out := o.fit(&changed)
		if out.status != Found {
			return out
		}
		o.members = slices.Clone(o.members)
		o.members[i] = &changed
		out = then()
		o.members = slices.Clone(o.members)
		o.members[i] = old
		return out
	}
	if forbidden, ok := o.forbidden(name); ok {
		return empty(forbidden.or(why).or(o.why))
	}
	added := &member{name: name, why: why, demands: demands}
	out := o.fit(added)
	if out.status != Found {
		return out
	}
	before := o.members
	o.members = append(slices.Clip(before), added)
	out = then()
	o.members = before
	return out
}

// choose finds members for the demands that leave the name open, from the
// i-th on: those placed already, those mentioned, those nobody mentions.
func (o *object) choose(i int) outcome {
	if i == len(o.choices) {
		return o.fill("")
	}
	o.findMentioned()
	if !o.spend(1) {
		return o.exhausted()
	}
	x := o.choices[i]
	n := o.table.Node(x.lit)
	t := tally{core: x.why.or(o.why)}
	next := func() outcome { return o.choose(i + 1) }
	var demands []sourced
	var nameDemands []sourced
	if n.Kind == logic.Every {
		demands = append(o.saidOf(n.Region), sourced{n.Args[0].Not(), x.why})
	} else {
		nameDemands = []sourced{{n.Args[0].Not(), x.why}}
	}
	for name := range o.candidates {
		if n.Region.Has(name) == logic.No || n.Kind == logic.Names && o.eval(n.Args[0], value.String(name)) == logic.Yes {
			continue
		}
		if t.add(o.with(name, x.why, demands, next)) {
			return t.outcome()
		}
	}
	t.add(o.fresh(n.Region, x.why, demands, nameDemands, next))
	return t.outcome()
}

// saidOf lists what every member in just this region must satisfy, if it is a
// region that names cannot be told to lie in: one that is demanded there does.
func (o *object) saidOf(r *logic.Region) (lits []sourced) {
	if !slices.ContainsFunc(r.Patterns, func(p *logic.Pattern) bool { return p.Compiled == nil }) {
		return nil
	}
	for _, x := range o.every {
		if n := o.table.Node(x.lit); n.Region == r {
			lits = append(lits, sourced{n.Args[0], x.why})
		}
	}
	return lits
}

// maxFill bounds the members or items that a count alone may ask for.
const maxFill = 300

// fill adds members until every count is met, in ascending order after the
// last one added, and builds the object.
func (o *object) fill(last string) outcome {
	if !o.spend(1) {
		return o.exhausted()
	}
	var short *count
	for i := range o.counts {
		c := &o.counts[i]
		n, core := 0, c.why.or(o.why)
		for _, m := range o.members {
			if c.region.Has(m.name) == logic.Yes {
				n++
				core = core.or(m.why)
			}
		}
		if !c.least && n > c.n {
			return empty(core)
		}
		if c.least && n < c.n && short == nil {
			short = c
		}
	}
	if short == nil {
		return o.build()
	}
	if short.n > maxFill {
		return o.tooMany(short)
	}
	o.findMentioned()
	t := tally{core: short.why.or(o.why)}
	for _, name := range o.mentioned {
		if name <= last && last != "" || o.has(name) || short.region.Has(name) == logic.No {
			continue
		}
		if t.add(o.with(name, short.why, nil, func() outcome { return o.fill(name) })) {
			return t.outcome()
		}
	}
	t.add(o.fresh(short.region, short.why, nil, nil, func() outcome { return o.fill(lastName) }))
	return t.outcome()
}

// lastName comes after all names that are mentioned: once fresh names are
// being added, mentioned ones have had their turn.
const lastName = "\U0010ffff\U0010ffff"

// tooMany answers for a count that is not enumerated: empty if another count
// of the same region contradicts it, else in doubt.
func (o *object) tooMany(short *count) outcome {
	for _, c := range o.counts {
		if !c.least && c.n < short.n && (c.region == short.region || c.region.Everything()) {
			return empty(c.why.or(short.why).or(o.why))
		}
	}
	return doubtful(Doubt{Kind: Large})
}

func (o *object) has(name string) bool {
	return slices.ContainsFunc(o.members, func(m *member) bool { return m.name == name })
}

func (o *object) build() outcome {
	size := 0
	members := make([]value.Member, len(o.members))
	for i, m := range o.members {
		members[i] = value.Member{Name: m.name, Value: m.value}
		size += len(m.name) + len(m.value.Key())
	}
	if size > maxValue {
		return doubtful(Doubt{Kind: Large})
	}
	return found(value.Object(members))
}
