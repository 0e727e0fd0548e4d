package compile

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A Memo compiles schemas into one table. It remembers by its text what a plain
// sub-schema says: one without references, names of its own and unevaluated
// keywords means the same wherever it stands. Versions of a schema have most of
// their text in common. A memo is not safe for concurrent use.
type Memo struct {
	table *logic.Table
	known map[dialect]map[string]meaning
	bytes int // of the texts that known holds on to
}

// NewMemo returns an empty memo.
func NewMemo(t *logic.Table) *Memo { return &Memo{table: t, known: map[dialect]map[string]meaning{}} }

// maxText bounds the text that a memo holds on to, in bytes.
const maxText = 8 << 20

// A dialect is what the meaning of a plain sub-schema depends on beside its text.
type dialect struct {
	draft   Draft
	speaks  jsonschema.Vocabularies
	options Options
}

// A meaning is what a plain sub-schema says, and what counts against the limits.
type meaning struct {
	lit, words               logic.Lit // see [Schema.Words]
	sites, depth, statements int
	open                     bool // x-extensible-enum occurs
}

// of returns what the memo knows in a dialect; other memos know nothing.
func (m *Memo) of(draft Draft, speaks jsonschema.Vocabularies, options Options) map[string]meaning {
	if m == nil {
		return nil
	}
	d := dialect{draft, speaks, options}
	if m.known[d] == nil {
		m.known[d] = map[string]meaning{}
	}
	return m.known[d]
}

// makeRoom forgets everything before the memo holds on to more than it may.
func (m *Memo) makeRoom(bytes int) {
	if m.bytes += bytes; m.bytes > maxText {
		for _, known := range m.known {
			clear(known)
		}
		m.bytes = bytes
	}
}

// A lesson is a plain sub-schema whose meaning is new to the memo.
type lesson struct {
	meaning
	place place
	ref   logic.Ref
}

// textKey tells plain sub-schemas of one compilation apart.
type textKey struct {
	draft Draft
	text  string
}

// plain compiles a plain sub-schema, each text once.
func (c *compiler) plain(p place) logic.Ref {
	key := textKey{p.res.draft, p.text()}
	if m, ok := p.res.known[key.text]; ok {
		return c.recall(p, m, c.graph.Given(m.lit, m.words))
	}
	if i, ok := c.fresh[key]; ok {
		return c.recall(p, c.lessons[i].meaning, c.lessons[i].ref)
	}
	open, deepest, sites, statements := c.schema.Open, c.deepest, c.count, c.statements()
	c.schema.Open, c.deepest = false, c.nesting
	ref := c.always()
	if c.admit(p, meaning{sites: 1, depth: 1}) {
		ref = (&reader{compiler: c, at: p, plain: true}).read()
	}
	c.nesting--
	m := meaning{sites: c.count - sites, depth: c.deepest - c.nesting, statements: c.statements() - statements, open: c.schema.Open}
	c.schema.Open, c.deepest = c.schema.Open || open, max(c.deepest, deepest)
	c.fresh[key] = len(c.lessons)
	c.lessons = append(c.lessons, lesson{m, p, ref})
	return ref
}

// recall returns what is known of a plain sub-schema.
func (c *compiler) recall(p place, m meaning, ref logic.Ref) logic.Ref {
	c.admit(p, m)
	c.nesting--
	c.schema.Open = c.schema.Open || m.open
	return ref
}

// learn has the memo remember the lessons. The words are read from a graph of
// their own.
func (c *compiler) learn(words *logic.Graph) {
	if len(c.lessons) > 0 {
		c.memo.makeRoom(c.bytes)
	}
	for _, l := range c.lessons {
		l.lit, l.words = c.graph.Resolve(l.ref), words.Resolve(l.ref)
		l.place.res.known[l.place.text()] = l.meaning
	}
	clear(c.fresh)
	c.lessons = nil
}

// list reads a plain sub-schema again, after the schema is compiled, for what
// each of its keywords says.
func (c *compiler) list(s *Site) []Part {
	c.graph = logic.NewGraph(c.table)
	c.count, c.spared, c.deepest = 0, 0, 0
	r := &reader{compiler: c, at: s.place, scope: s.scope, plain: true, lists: true}
	r.read()
	for i := range r.parts {
		part := &r.parts[i]
		part.Lit = c.graph.Resolve(part.ref)
		if part.Sub != nil {
			part.Sub.Lit = c.graph.Resolve(part.Sub.ref)
		}
	}
	c.learn(c.words())
	return r.parts
}
