package jsonschema

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Projection removes from events the names that a schema does not know: what
// a consumer keeps under the lenient policy, and what a producer must not
// write. It is safe for concurrent use.
//
// A name is known at a location if any sub-schema that applies there names it,
// whatever its sign: in properties, patternProperties, required, dependent*,
// or as a member of an object in const or enum. A schema for additional or
// unevaluated properties that says anything knows every name; true and {} are
// as absent. A location is free, every name known, if some choice of those
// branches that admit an object names none.
type Projection struct {
	mu     sync.Mutex
	space  *space
	root   *location
	prefix int // items beyond this index are all alike
}

// NewProjection reads the schema. Errors are those of Compile.
func NewProjection(s *evctl.Schema, sem evctl.Semantics) (*Projection, error) {
	b, err := loadSchema(s, sem)
	if err != nil {
		return nil, fmt.Errorf("project %s: %w", s.SchemaRef, err)
	}
	return b.projection(true), nil
}

// projection takes missing schemas to know every name, or none.
func (b *bundle) projection(missingKnow bool) *Projection {
	p := &Projection{space: newSpace(b, !missingKnow)}
	for _, place := range b.order {
		p.prefix = max(p.prefix, longest(place.node))
	}
	if root := b.places[b.root.Root]; root != nil {
		p.root = p.space.schema(root, false)
	}
	return p
}

// Project returns value without the names that are not known at their place.
// If there are none it returns value itself, else a copy of what changes.
func (p *Projection) Project(value *jsondoc.Node) *jsondoc.Node {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.project(p.root, value)
}

func (p *Projection) project(at *location, n *jsondoc.Node) *jsondoc.Node {
	if p.passes(at, n) {
		return n
	}
	kept := *n
	kept.Items, kept.Members = nil, nil
	changed := false
	for i, item := range n.Items {
		next := p.project(p.space.child(at, p.item(i)), item)
		kept.Items, changed = append(kept.Items, next), changed || next != item
	}
	for _, m := range n.Members {
		if !p.space.knows(at, m.Name) {
			changed = true
			continue
		}
		next := p.project(p.space.child(at, step{m.Name, -1}), m.Value)
		changed = changed || next != m.Value
		m.Value = next
		kept.Members = append(kept.Members, m)
	}
	if !changed {
		return n
	}
	return &kept
}

// passes reports whether nothing in the value can be unknown: a scalar, a
// value where all names are known, here and below, or one of a type that the
// schema does not allow there, which the validator refuses whole.
func (p *Projection) passes(at *location, n *jsondoc.Node) bool {
	switch n.Kind {
	case jsondoc.Object:
		f := p.space.factsOf(at)
		return f.free || !f.object
	case jsondoc.Array:
		return at == nil || !p.space.factsOf(at).array
	}
	return true
}

// longest returns the length of the longest array by which the schema tells
// items apart.
func longest(schema *jsondoc.Node) int {
	n := max(listed(schema, "items"), listed(schema, "prefixItems"))
	for _, keyword := range []string{"const", "enum"} {
		if v := schema.Get(keyword); v != nil {
			n = max(n, longestIn(v))
		}
	}
	return n
}

func longestIn(v *jsondoc.Node) int {
	n := len(v.Items)
	for _, item := range v.Items {
		n = max(n, longestIn(item))
	}
	for _, m := range v.Members {
		n = max(n, longestIn(m.Value))
	}
	return n
}

func (p *Projection) item(i int) step { return step{index: min(i, p.prefix)} }

// Unknown returns the JSON pointers of the members that Project drops, in the
// order of the text. What stands below a dropped member is not listed.
func (p *Projection) Unknown(value *jsondoc.Node) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.unknown(p.root, value, "")
}

func (p *Projection) unknown(at *location, n *jsondoc.Node, pointer string) []string {
	if p.passes(at, n) {
		return nil
	}
	var found []string
	for i, item := range n.Items {
		found = append(found, p.unknown(p.space.child(at, p.item(i)), item, pointer+"/"+strconv.Itoa(i))...)
	}
	for _, m := range n.Members {
		below := pointer + "/" + jsondoc.EscapePointer(m.Name)
		if !p.space.knows(at, m.Name) {
			found = append(found, below)
			continue
		}
		found = append(found, p.unknown(p.space.child(at, step{m.Name, -1}), m.Value, below)...)
	}
	return found
}

// facts are the names known at a location.
type facts struct {
	free     bool // all names, here and below
	all      bool // all names here
	names    map[string]bool
	patterns []string
	rest     bool // additionalProperties speaks of all other names
	object   bool // an object can stand here
	array    bool // an array can stand here
}

func (s *space) knows(l *location, name string) bool {
	f := s.factsOf(l)
	return f.all || f.free || s.named(f, name)
}

func (s *space) named(f *facts, name string) bool {
	return f.names[name] || slices.ContainsFunc(f.patterns, func(pattern string) bool { return s.bundle.matches(pattern, name) })
}

var freeFacts = &facts{free: true, object: true, array: true}

func (s *space) factsOf(l *location) *facts {
	if l == nil {
		return freeFacts
	}
	if l.facts == nil {
		l.facts = &facts{free: s.free(l), names: map[string]bool{}, object: s.admits(l, jsondoc.Object), array: s.admits(l, jsondoc.Array)}
		s.gather(l, l.facts, map[*place]bool{})
	}
	return l.facts
}

func (s *space) gather(l *location, f *facts, seen map[*place]bool) {
	switch {
	case l == nil:
	case l.op == opaque:
		f.all = f.all || l.facts.all
	case l.op == leaf:
		f.add(l.constant)
	case l.op == sub || l.op == negate:
		s.gatherSchema(l.place, f, seen)
	}
	if l != nil {
		for _, part := range l.parts {
			s.gather(part, f, seen)
		}
	}
}

func (s *space) gatherSchema(p *place, f *facts, seen map[*place]bool) {
	if seen[p] || p.node.Kind == jsondoc.Bool {
		return
	}
	seen[p] = true
	for _, e := range p.conjuncts {
		s.gatherExpr(e, f, seen)
	}
}

func (s *space) gatherExpr(e expr, f *facts, seen map[*place]bool) {
	switch e.op {
	case opaque:
		f.all = f.all || !s.blind
	case sub:
		s.gatherSchema(e.place, f, seen)
	case leaf:
		s.gatherKeyword(e.keyword, e.place, f)
	}
	for _, part := range e.parts {
		s.gatherExpr(part, f, seen)
	}
}

func (s *space) gatherKeyword(m jsondoc.Member, p *place, f *facts) {
	f.rest = f.rest || m.Name == "additionalProperties"
	if s.bundle.knowsAll(m, p) {
		f.all = true
		return
	}
	switch m.Name {
	case "properties":
		f.add(m.Value)
	case "patternProperties":
		for _, pattern := range m.Value.Members {
			f.patterns = append(f.patterns, pattern.Name)
		}
	case "required":
		f.addTexts(m.Value)
	case "dependentRequired", "dependentSchemas", "dependencies":
		f.add(m.Value)
		for _, dependent := range m.Value.Members {
			f.addTexts(dependent.Value)
		}
	case "const", "enum":
		for _, v := range valuesOf(m) {
			f.add(v)
		}
	}
}

// add takes the names of an object's members.
func (f *facts) add(object *jsondoc.Node) {
	for _, m := range object.Members {
		f.names[m.Name] = true
	}
}

// addTexts takes the strings of an array.
func (f *facts) addTexts(array *jsondoc.Node) {
	for _, item := range array.Items {
		f.names[item.Text] = true
	}
}
