package compile

import (
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
	Words      logic.Lit         // what Root says, word for word: nothing that mentions names is simplified away (lenient policy only)
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
	graph      *logic.Graph
	table      *logic.Table
	options    Options
	owner      map[*jsondoc.Node]*resource
	resources  map[string]*resource
	documents  map[string]*resource // by the key of evctl.Schema.Refs
	unreadable map[string]error
	scoped     bool // dynamic anchors exist
	scopes     map[scopeKey]*scope
	sites      map[siteKey]*Site
	order      []*Site // sites as they were found
	stretch    int     // numbers the stretches of sub-schemas that judge one value
	stretches  int
	nesting    int
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

// Compile compiles a schema, whose text is parsed, into the table. The error is
// a *[Problem].
func Compile(table *logic.Table, s *evctl.Schema, doc *jsondoc.Document, options Options) (*Schema, error) {
	size := len(doc.Text) / bytesASite // about the number of sites
	c := &compiler{
		graph: logic.NewGraph(table), table: table, options: options,
		owner: make(map[*jsondoc.Node]*resource, size), resources: map[string]*resource{},
		documents: map[string]*resource{}, unreadable: map[string]error{},
		scopes: map[scopeKey]*scope{}, sites: make(map[siteKey]*Site, size),
		source: s, schema: &Schema{Unresolved: map[string]string{}},
	}
	c.graph.Reserve(2 * size)
	defer c.graph.Release()
	root := c.enroll(doc, s.BaseURI())
	c.schema.Draft = root.res.draft
	c.loadRefs(s)
	site := c.site(root, nil)
	if c.problem != nil {
		return nil, c.problem
	}
	c.schema.Root = site
	if options.Semantics.Policy != evctl.Strict {
		c.schema.Words = c.graph.Verbatim(site.ref)
	}
	for _, s := range c.order {
		s.Lit = c.graph.Resolve(s.ref)
		for i := range s.parts {
			s.parts[i].Lit = c.graph.Resolve(s.parts[i].ref)
		}
	}
	return c.schema, nil
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
	if owner, ok := c.owner[p.node]; ok {
		p.res = owner
	}
	s := c.within(outer, p.res)
	key := siteKey{node: p.node}
	if s != nil {
		key.scope = s.id
	}
	if known, ok := c.sites[key]; ok {
		c.reenter(known)
		return known
	}
	site := &Site{place: p, Doc: p.res.doc, stretch: c.stretch, open: true, ref: -1}
	c.sites[key] = site
	c.order = append(c.order, site)
	c.nesting++
	if c.nesting > maxNesting {
		c.failLimit(p, "sub-schemas nest deeper than the limit of %d", maxNesting)
	}
	if len(c.sites) > maxSites {
		c.failLimit(p, "the schema has more than the limit of %d sub-schemas", maxSites)
	}
	if c.graph.Len() > maxNodes {
		c.failLimit(p, "the schema comes to more than the limit of %d statements", maxNodes)
	}
	ref := c.always()
	if c.problem == nil {
		ref = c.read(site, s)
	}
	c.nesting--
	if site.ref >= 0 {
		c.graph.Set(site.ref, ref)
	}
	site.ref, site.open = ref, false
	return site
}

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

// child compiles a sub-schema that judges another value: a member, an item.
func (c *compiler) child(p place, s *scope) *Site {
	outer := c.stretch
	c.stretches++
	c.stretch = c.stretches
	site := c.site(p, s)
	c.stretch = outer
	return site
}

func (c *compiler) always() logic.Ref { return c.graph.Lit(logic.True) }
func (c *compiler) never() logic.Ref  { return c.graph.Lit(logic.False) }
