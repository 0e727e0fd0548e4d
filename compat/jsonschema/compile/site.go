package compile

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Site is one sub-schema of a text and what each of its keywords says.
type Site struct {
	Doc *jsondoc.Document
	Lit logic.Lit

	compiler *compiler
	place    place
	scope    *scope
	parts    []Part
	plain    bool // the parts are listed when somebody asks for them
	ref      logic.Ref
	open     bool // being compiled
	loops    bool // reaches itself without another value in between
	stretch  int
}

// Node returns the text of the sub-schema.
func (s *Site) Node() *jsondoc.Node { return s.place.node }

// Pointer returns where the sub-schema stands, from the document's root.
func (s *Site) Pointer() string { return s.place.pointer() }

// MayApplyInPlace reports whether Parts may have one that applies a sub-schema
// to the value itself. It lists nothing.
func (s *Site) MayApplyInPlace() bool {
	if !s.plain {
		return true
	}
	for _, m := range s.place.node.Members {
		switch m.Name {
		case "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependencies", "dependentSchemas":
			return true
		}
	}
	return false
}

// Property returns the sub-schema that properties has for a name. It lists
// nothing, and reports false where it would have to.
func (s *Site) Property(name string) (*Site, bool) {
	if !s.plain {
		return nil, false
	}
	at := s.place.to(s.place.node.Get("properties").Get(name))
	if at.node == nil || !at.res.speaks.Reads("properties") {
		return nil, false
	}
	known := s.compiler.recall(at)
	if known == nil || known.by != nil {
		return nil, false
	}
	sub, met := s.compiler.siteAt(at, s.scope)
	if !met {
		sub.plain, sub.Lit = true, known.lit
	}
	return sub, true
}

// Parts lists what the keywords say, in the order in which they are read.
func (s *Site) Parts() []Part {
	if s.plain {
		s.plain = false
		s.parts = s.compiler.list(s)
	}
	return s.parts
}

// A Part is one statement of a sub-schema: a keyword, or one name in it.
type Part struct {
	Keyword string
	Name    string // the property, dependency or pattern, where the keyword lists several
	Doc     *jsondoc.Document
	Lit     logic.Lit
	// Sub is the sub-schema that the part applies as a whole: Lit says that
	// every value which Step leads to satisfies it. Nil if the part says more.
	Sub  *Site
	Step Step

	node *jsondoc.Node
	ref  logic.Ref
}

// Node returns the text of the keyword's value, or of the member in it.
func (p *Part) Node() *jsondoc.Node { return p.node }

// Pointer returns where that stands, from the document's root.
func (p *Part) Pointer() string {
	if p.node == nil {
		return ""
	}
	return p.Doc.PointerTo(p.node)
}

// A Step leads from a value to others: to itself, to members or to items.
type Step struct {
	Region   *logic.Region // members with names in the region
	Items    bool          // items from index From to before To
	From, To int
}

// Here reports whether the step stays at the value.
func (s Step) Here() bool { return s.Region == nil && !s.Items }

// Wrap states that every value that the step leads to satisfies the literal.
func (s Step) Wrap(t *logic.Table, l logic.Lit) logic.Lit {
	switch {
	case s.Region != nil:
		return t.Make(logic.Node{Kind: logic.Every, Region: s.Region}, []logic.Lit{l})
	case s.Items:
		return t.Make(logic.Node{Kind: logic.Each, N: s.From, M: s.To}, []logic.Lit{l})
	}
	return l
}

func (c *compiler) wrap(s Step, r logic.Ref) logic.Ref {
	if s.Region != nil {
		return c.graph.Node(logic.Node{Kind: logic.Every, Region: s.Region}, r)
	}
	return c.graph.Node(logic.Node{Kind: logic.Each, N: s.From, M: s.To}, r)
}
