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
	known map[dialect]map[string]*meaning
	bytes int // of the texts that known holds on to
}

// NewMemo returns an empty memo.
func NewMemo(t *logic.Table) *Memo {
	return &Memo{table: t, known: map[dialect]map[string]*meaning{}}
}

// Table returns the table that the memo compiles into.
func (m *Memo) Table() *logic.Table { return m.table }

// maxText bounds the text that a memo holds on to, in bytes.
const maxText = 2 << 20

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

	by  *compiler // that has only ref so far
	ref logic.Ref
}

// of returns what the memo knows in a dialect. There may be no memo.
func (m *Memo) of(draft Draft, speaks jsonschema.Vocabularies, options Options) map[string]*meaning {
	if m == nil {
		return nil
	}
	d := dialect{draft, speaks, options}
	if m.known[d] == nil {
		m.known[d] = map[string]*meaning{}
	}
	return m.known[d]
}

// read notes the text of a document, and forgets everything before the memo
// holds on to more than it may.
func (m *Memo) read(bytes int) {
	if m == nil {
		return
	}
	if m.bytes += bytes; m.bytes > maxText {
		for _, known := range m.known {
			clear(known)
		}
		m.bytes = bytes
	}
}

// recall returns what is known of a plain sub-schema, if anything is.
func (c *compiler) recall(p place) *meaning {
	if m := p.res.known[p.text()]; m != nil && (m.by == nil || m.by == c) { // else by one that failed
		return m
	}
	return nil
}

// plain compiles a plain sub-schema, each text once.
func (c *compiler) plain(p place) logic.Ref {
	if m := c.recall(p); m != nil {
		return c.given(p, m)
	}
	open, deepest, sites, statements := c.schema.Open, c.deepest, c.count, c.statements()
	c.schema.Open, c.deepest = false, c.nesting
	m := &meaning{by: c, ref: c.always()}
	if c.admit(p, &meaning{sites: 1, depth: 1}) {
		m.ref, _ = (&reader{compiler: c, at: p, plain: true}).read()
	}
	c.nesting--
	m.sites, m.depth, m.statements = c.count-sites, c.deepest-c.nesting, c.statements()-statements
	m.open = c.schema.Open
	c.schema.Open, c.deepest = c.schema.Open || open, max(c.deepest, deepest)
	p.res.known[p.text()] = m
	c.lessons = append(c.lessons, m)
	return m.ref
}

// given brings what is known of a plain sub-schema into the graph.
func (c *compiler) given(p place, m *meaning) logic.Ref {
	c.admit(p, m)
	c.nesting--
	c.schema.Open = c.schema.Open || m.open
	if m.by == c {
		return m.ref
	}
	return c.graph.Given(m.lit, m.words)
}

// learn completes what the memo knows of plain sub-schemas. The words are read
// from a graph of their own.
func (c *compiler) learn(words *logic.Graph) {
	for _, m := range c.lessons {
		m.lit, m.words, m.by = c.graph.Resolve(m.ref), words.Resolve(m.ref), nil
	}
	c.lessons = nil
}

// list reads a plain sub-schema again, after the schema is compiled, for what
// each of its keywords says.
func (c *compiler) list(s *Site) []Part {
	c.graph = logic.NewGraph(c.table)
	c.count, c.spared, c.deepest = 0, 0, 0
	r := &reader{compiler: c, at: s.place, scope: s.scope, plain: true, lists: true}
	_, parts := r.read()
	for i := range parts {
		part := &parts[i]
		part.Lit = c.graph.Resolve(part.ref)
		if part.Sub != nil {
			part.Sub.Lit = c.graph.Resolve(part.Sub.ref)
		}
	}
	c.learn(c.words())
	return parts
}
