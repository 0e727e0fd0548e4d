package jsonschema

import (
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Tree is a schema with its references resolved, for a package that compiles
// schemas itself. What it cannot compile it leaves to Validator.
type Tree struct {
	ref    evctl.SchemaRef
	bundle *bundle
	once   [2]sync.Once // reading, writing
	texts  [2]map[string]any
	added  [2]map[string]string
}

// Resolve reads the schema. Errors are those of Compile, but for what only the
// libraries find.
func Resolve(s *evctl.Schema, sem evctl.Semantics) (*Tree, error) {
	b, err := loadSchema(s, sem)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	return &Tree{ref: s.SchemaRef, bundle: b}, nil
}

// A Place is a sub-schema where it stands.
type Place = place

// Node is the schema's text.
func (p *place) Node() *jsondoc.Node { return p.node }

// Dialect is that of the document around it.
func (p *place) Dialect() Dialect { return p.doc.dialect }

// Pointer leads to the schema in its document.
func (p *place) Pointer() string { return p.pointer }

// Document is the address of that document, or empty for the schema's own text.
func (t *Tree) Document(p *Place) string {
	if p.doc == t.bundle.root {
		return ""
	}
	return p.doc.uri
}

// Root is nil if the text is neither an object nor a boolean.
func (t *Tree) Root() *Place { return t.bundle.places[t.bundle.root.Root] }

// At returns the sub-schema that the node is, or nil if none stands there.
func (t *Tree) At(n *jsondoc.Node) *Place { return t.bundle.places[n] }

// Places lists all sub-schemas, in the order found, but those of metaschemas.
func (t *Tree) Places() []*Place {
	return slices.DeleteFunc(slices.Clone(t.bundle.order), func(p *place) bool { return p.doc.builtIn })
}

// Target follows a $ref from a place; nil means that the target is not at hand,
// or in a metaschema.
func (t *Tree) Target(from *Place, ref string) *Place {
	if target := t.bundle.resolve(from, ref); target != nil && !target.doc.builtIn {
		return target
	}
	return nil
}

// Reads reports whether the place's draft knows an applicator. A keyword that
// is none is known.
func (p *place) Reads(keyword string) bool { return p.doc.dialect.reads(applicatorOf(keyword)) }

// Static reports whether no reference depends on the way that leads to it, and
// all documents are of a draft that evctl knows.
func (t *Tree) Static() bool {
	known := func(doc *document) bool {
		declared := doc.Root.Get("$schema")
		if declared == nil {
			return true
		}
		_, ok := dialectOf(declared.Text)
		return ok || t.bundle.addresses[declared.Text] == nil
	}
	return t.bundle.static() && !slices.ContainsFunc(t.bundle.documents, func(d *document) bool { return !known(d) })
}

// Projection returns what the lenient policy keeps; see NewProjection.
func (t *Tree) Projection() *Projection { return t.bundle.projection(true) }

// Validator compiles one sub-schema of the tree with the libraries, as Compile
// or CompileWriter would.
func (t *Tree) Validator(p *Place, writer bool) (*Validator, error) {
	half := 0
	if writer {
		half = 1
	}
	t.once[half].Do(func() {
		z := &normalizer{bundle: t.bundle, writer: writer, added: map[string]string{}}
		t.texts[half], t.added[half] = z.texts(), z.added
	})
	address := t.bundle.root.uri
	if p != t.Root() {
		address = p.doc.uri + "#" + escapeFragment(p.pointer)
	}
	lib, err := t.bundle.libraryAt(address, t.texts[half])
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", t.ref, err)
	}
	return &Validator{bundle: t.bundle, added: t.added[half], library: lib, root: p}, nil
}

// A Location is what a schema says at one place of a document; see Projection.
// Nil says nothing: there all names are known, here and below.
type Location = location

// Facts are the names known at a Location.
type Facts struct {
	Free          bool     // all names are known, here and below
	All           bool     // all names are known here
	Names         []string // sorted
	Patterns      []string // ECMA-262
	Object, Array bool     // one can stand here; else what stands there is not looked at
}

// Root is the location of a whole document.
func (p *Projection) Root() *Location { return p.root }

// Facts returns what is known at a location.
func (p *Projection) Facts(l *Location) Facts {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.space.factsOf(l)
	patterns := slices.Clone(f.patterns)
	slices.Sort(patterns)
	return Facts{
		Free: f.free, All: f.all, Names: slices.Sorted(maps.Keys(f.names)),
		Patterns: slices.Compact(patterns), Object: f.object, Array: f.array,
	}
}

// Member is the location of a member's value.
func (p *Projection) Member(l *Location, name string) *Location {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.space.child(l, step{name, -1})
}

// Item is the location of an item. Those from Prefix on are alike.
func (p *Projection) Item(l *Location, i int) *Location {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.space.child(l, p.item(i))
}

// Prefix is the index from which on all items are alike.
func (p *Projection) Prefix() int { return p.prefix }

// ProjectAt is Project for a value that stands at the location.
func (p *Projection) ProjectAt(l *Location, value *jsondoc.Node) *jsondoc.Node {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.project(l, value)
}

// UnknownAt is Unknown for a value that stands at the location.
func (p *Projection) UnknownAt(l *Location, value *jsondoc.Node) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.unknown(l, value, "")
}

// LinearPattern turns an ECMA-262 pattern into an expression that Go's regexp
// reads in the same sense, and parses it; nil means that it needs backtracking,
// or is no pattern.
func LinearPattern(pattern string) (*syntax.Regexp, string) {
	translated, err := translate(pattern, false)
	if err != nil {
		return nil, ""
	}
	tree, err := syntax.Parse(translated, syntax.Perl)
	if err != nil {
		return nil, ""
	}
	return tree, translated
}

// Format returns the check of a format as a place has it; nil for one that
// asserts nothing. False means that the library which validates the schema does
// not hand out its checks.
func (t *Tree) Format(p *Place, name string) (check func(string) bool, ok bool) {
	return formatFirst(FormatIn(p.Dialect(), name)), t.bundle.plain()
}
