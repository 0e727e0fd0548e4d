package compile

import (
	"context"
	"errors"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Options are what a schema's meaning depends on beside its text. The lenient
// policy keeps Mention atoms.
type Options struct {
	Semantics evctl.Semantics
	Enforce   bool // x-extensible-enum rejects values: the producer's side
}

// Limits of one schema with all that it refers to.
const (
	maxSites   = 300_000 // sub-schemas
	maxNesting = 3_000   // sub-schemas in sub-schemas, through references
	maxNodes   = 2_000_000
)

// bytesASite is the text that one sub-schema takes, about.
const bytesASite = 64

// A Schema is a compiled document.
type Schema struct {
	Root       *Site
	Words      logic.Lit         // what Root says; under the lenient policy word for word: nothing that mentions names is simplified away
	Unresolved map[string]string // opaque atom → what is wrong with the reference
	Dialect    *jsondoc.Node     // a $schema that stands for no known draft, if there is one
	Draft      Draft             // of the root
	Open       bool              // x-extensible-enum occurs: Enforce makes a difference
}

// A Problem is a text that is no JSON Schema.
type Problem struct {
	Doc     *jsondoc.Document // nil if the text is not even JSON: then Err says where
	Pointer string
	Message string
	Limit   bool // not wrong, but too large
	Err     *jsondoc.Error
}

func (p *Problem) Error() string { return p.Message }

type compiler struct {
	ctx        context.Context
	memo       *Memo
	graph      *logic.Graph
	table      *logic.Table
	options    Options
	entries    map[*jsondoc.Node]entry
	pending    []pending
	resources  map[string]*resource
	documents  map[string]*resource // by the key of evctl.Schema.Refs
	unreadable map[string]error
	scoped     bool // dynamic anchors exist
	scopes     map[scopeKey]*scope
	sites      map[siteKey]*Site
	order      []*Site     // sites as they were found
	refs       []logic.Ref // statements of the sub-schemas under compilation
	parts      []Part      // the same where they are asked for
	lessons    []*meaning
	stretch    int // numbers the stretches of sub-schemas that judge one value
	stretches  int
	nesting    int
	deepest    int    // nesting so far
	count      int    // sub-schemas so far
	spared     int    // statements that the memo knew
	digests    int    // taken of sub-schemas
	clauses    int    // of unevaluated keywords
	whole      string // digest of source
	source     *evctl.Schema
	schema     *Schema
	problem    *Problem // the first one ends the work
}

// Parse reads a schema's text. The error is a *[Problem].
func Parse(s *evctl.Schema) (*jsondoc.Document, error) {
	doc, err := jsondoc.Parse(s.File, s.Text)
	if err != nil {
		var syntax *jsondoc.Error
		errors.As(err, &syntax)
		return nil, &Problem{Message: syntax.Message, Err: syntax}
	}
	return doc, nil
}

// Compile compiles a schema, whose text is parsed, into the memo's table. The
// error is a *[Problem], or that ctx ended.
func (m *Memo) Compile(ctx context.Context, s *evctl.Schema, doc *jsondoc.Document, options Options) (*Schema, error) {
	c := &compiler{
		ctx: ctx, memo: m, graph: logic.NewGraph(m.table), table: m.table, options: options,
		entries: map[*jsondoc.Node]entry{}, resources: map[string]*resource{},
		documents: map[string]*resource{}, unreadable: map[string]error{},
		scopes: map[scopeKey]*scope{}, sites: map[siteKey]*Site{},
		source: s, schema: &Schema{Unresolved: map[string]string{}},
	}
	c.graph.Reserve(2 * len(doc.Text) / bytesASite)
	defer c.graph.Release()
	root := c.enroll(doc, s.BaseURI())
	c.schema.Draft = root.res.draft
	c.loadRefs(s)
	site := c.site(root, nil)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("compile %s: %w", s.File, ctx.Err())
	case c.problem != nil:
		return nil, c.problem
	}
	c.schema.Root = site
	c.resolve()
	return c.schema, nil
}

// resolve reads from the graph what all that was compiled says.
func (c *compiler) resolve() {
	c.graph.Resolve(c.schema.Root.ref)
	words := c.words()
	c.schema.Words = words.Resolve(c.schema.Root.ref)
	for _, s := range c.order {
		s.Lit = c.graph.Resolve(s.ref)
		for i := range s.parts {
			s.parts[i].Lit = c.graph.Resolve(s.parts[i].ref)
		}
	}
	c.learn(words)
	c.order, c.refs, c.parts = nil, nil, nil
	c.ctx = context.Background() // sites may list their parts later
}

// words returns a graph to read from what was resolved so far, word for word if
// the policy asks for it.
func (c *compiler) words() *logic.Graph {
	if c.options.Semantics.Policy == evctl.Strict {
		return c.graph
	}
	return c.graph.Verbatim()
}

func (c *compiler) fail(p place, format string, args ...any) {
	if c.problem == nil {
		c.problem = &Problem{Doc: p.res.doc, Pointer: p.pointer(), Message: fmt.Sprintf(format, args...)}
	}
}

func (c *compiler) failLimit(p place, format string, args ...any) {
	if c.problem == nil {
		c.fail(p, format, args...)
		c.problem.Limit = true
	}
}

type siteKey struct {
	node  *jsondoc.Node
	scope int
}

// site compiles the sub-schema at p, once for each scope.
func (c *compiler) site(p place, outer *scope) *Site {
	e := c.entries[p.node]
	if e.res != nil {
		p.res = e.res
	}
	s := c.within(outer, p.res)
	site, known := c.siteAt(p, s)
	if known {
		c.reenter(site)
		return site
	}
	c.order = append(c.order, site)
	if e.plain {
		site.plain = true
		if e.known != nil {
			site.ref = c.given(p, e.known)
		} else {
			site.ref = c.plain(p)
		}
		return site
	}
	site.stretch, site.open, site.ref = c.stretch, true, -1
	ref := c.always()
	if c.admit(p, &meaning{sites: 1, depth: 1}) {
		r := &reader{compiler: c, at: p, scope: s, lists: true}
		ref, site.parts = r.read()
	}
	c.nesting--
	if site.loops {
		ref = c.opaque("the schema at "+site.Pointer()+" of "+c.digestOf(p), "refers to itself for the same value")
	}
	if site.ref >= 0 {
		c.graph.Set(site.ref, ref)
	}
	site.ref, site.open = ref, false
	return site
}

// siteAt returns the site of a sub-schema in a scope, and whether there was one.
func (c *compiler) siteAt(p place, s *scope) (site *Site, known bool) {
	key := siteKey{node: p.node}
	if s != nil {
		key.scope = s.id
	}
	if site, known = c.sites[key]; !known {
		site = &Site{Doc: p.res.doc, compiler: c, place: p, scope: s}
		c.sites[key] = site
	}
	return site, known
}

// admit counts a sub-schema and what it comes to, and reports whether it may be
// compiled. The nesting ends with it.
func (c *compiler) admit(p place, m *meaning) bool {
	c.nesting++
	c.deepest = max(c.deepest, c.nesting+m.depth-1)
	c.count += m.sites
	c.spared += m.statements
	switch {
	case c.deepest > maxNesting:
		c.failLimit(p, "sub-schemas nest deeper than the limit of %d", maxNesting)
	case c.count > maxSites:
		c.failLimit(p, "the schema has more than the limit of %d sub-schemas", maxSites)
	case c.statements() > maxNodes:
		c.failLimit(p, "the schema comes to more than the limit of %d statements", maxNodes)
	}
	return c.problem == nil && c.ctx.Err() == nil
}

// statements counts what has been compiled or was known.
func (c *compiler) statements() int { return c.graph.Len() + c.spared }

// reenter gives a site that is still being compiled a cell to refer to. On
// the same stretch the schema is defined by nothing but itself.
func (c *compiler) reenter(s *Site) {
	if !s.open {
		return
	}
	if s.stretch == c.stretch {
		s.loops = true
	}
	if s.ref < 0 {
		s.ref = c.graph.Cell()
	}
}

func (c *compiler) always() logic.Ref { return c.graph.Lit(logic.True) }
func (c *compiler) never() logic.Ref  { return c.graph.Lit(logic.False) }
