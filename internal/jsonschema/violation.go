package jsonschema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A Violation is one keyword that does not hold for one value.
type Violation struct {
	Instance string // JSON pointer to the value; for a forbidden or misnamed member, to the member
	Keyword  string // for a schema `false` the keyword that applies it
	Document string // URI of the document with the keyword; empty for the schema itself
	Location string // JSON pointer of the keyword in its document
	// Alternative is the location of the innermost anyOf or oneOf around the
	// keyword: one of its branches must hold, not all. Empty if there is none.
	Alternative string
	Missing     string // the name that is required and not there, if that is the violation
	Message     string // what was found and what the schema wants
}

// ValidationError says that a value is not valid.
type ValidationError struct {
	Violations []Violation // at least one, in the order of the value's text
}

func (e *ValidationError) Error() string {
	var b strings.Builder
	for i, v := range e.Violations {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s: %s", cmp.Or(v.Instance, "(root)"), v.Message)
	}
	return b.String()
}

// describe turns the failures of a library into violations: both libraries
// give the same ones, in the same words.
func (v *Validator) describe(value *jsondoc.Node, failures []failure) []Violation {
	d := describer{validator: v, value: value, seen: map[Violation]bool{}}
	for _, f := range failures {
		d.add(f)
	}
	order := func(x Violation) int {
		n, _ := value.At(x.Instance)
		return n.Start
	}
	slices.SortFunc(d.violations, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.Instance, b.Instance),
			cmp.Compare(a.Document, b.Document), cmp.Compare(a.Location, b.Location), cmp.Compare(a.Message, b.Message))
	})
	return d.violations
}

type describer struct {
	validator  *Validator
	value      *jsondoc.Node
	seen       map[Violation]bool
	violations []Violation
}

func (d *describer) add(f failure) {
	bundle := d.validator.bundle
	m := messenger{bundle: bundle, redact: d.validator.redact}
	if f.misplaced {
		f.instance = holder(d.value, f.instance[0])
	}
	doc := bundle.lookup(f.document)
	if doc == nil { // a metaschema, whose text is not at hand
		m.keyword, m.want = last(f.location), nodeOf(f.want)
	} else {
		d.validator.restore(doc, &f)
		bundle.hideNames(doc, &f)
		m.keyword, m.want = bundle.keywordAt(doc, f.location)
		m.schema, _ = doc.Root.At(parent(f.location))
	}
	m.failure = f
	m.found, _ = d.value.At(pointerOf(f.instance))
	for _, fault := range m.faults() {
		g := f
		if fault.member != "" {
			g.instance = append(f.instance[:len(f.instance):len(f.instance)], fault.member)
		}
		d.emit(doc, g, m.keyword, fault)
	}
}

// holder returns the way to the first member of that name.
func holder(n *jsondoc.Node, name string) []string {
	for i, item := range n.Items {
		if way := holder(item, name); way != nil {
			return append([]string{strconv.Itoa(i)}, way...)
		}
	}
	for _, m := range n.Members {
		if m.Name == name {
			return []string{name}
		}
		if way := holder(m.Value, name); way != nil {
			return append([]string{m.Name}, way...)
		}
	}
	return nil
}

// nodeOf returns a value of a library as a node, or nil.
func nodeOf(v any) *jsondoc.Node {
	raw, err := json.Marshal(v)
	if err != nil || v == nil {
		return nil
	}
	doc, err := jsondoc.Parse("", raw)
	if err != nil {
		return nil
	}
	return doc.Root
}

func (d *describer) emit(doc *document, f failure, keyword string, said fault) {
	v := Violation{Instance: pointerOf(f.instance), Keyword: keyword, Location: f.location, Alternative: f.alternative, Missing: said.missing, Message: said.message}
	if doc != d.validator.bundle.root {
		v.Document = f.document
	}
	if !d.seen[v] {
		d.seen[v] = true
		d.violations = append(d.violations, v)
	}
}

func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteString("/" + jsondoc.EscapePointer(token))
	}
	return b.String()
}

// lookup finds a document by an address that a library uses.
func (b *bundle) lookup(uri string) *document {
	if doc := b.addresses[uri]; doc != nil {
		return doc
	}
	if p := b.resources[uri]; p != nil && p.pointer == "" {
		return p.doc
	}
	return nil
}

// restore undoes what the normalizer added.
func (v *Validator) restore(doc *document, f *failure) {
	for at := f.location; at != ""; at = parent(at) {
		if original, ok := v.added[doc.uri+"#"+at]; ok {
			f.location = original
			if strings.HasPrefix(f.alternative, at) {
				f.alternative = ""
			}
			return
		}
	}
}

// hideNames cuts the location at a propertyNames around it: what fails inside
// speaks of a name, which is no value of the event.
func (b *bundle) hideNames(doc *document, f *failure) {
	const keyword = "/propertyNames"
	for i := 0; ; i++ {
		next := strings.Index(f.location[i:], keyword)
		if next < 0 {
			return
		}
		i += next
		end := i + len(keyword)
		schema, ok := doc.Root.At(f.location[:i])
		whole := end == len(f.location) || f.location[end] == '/'
		if ok && whole && b.places[schema] != nil {
			f.location = f.location[:end]
			return
		}
	}
}

// keywordAt returns the keyword at the location and its value. The location of
// a schema `false` is that of the schema.
func (b *bundle) keywordAt(doc *document, location string) (string, *jsondoc.Node) {
	node, ok := doc.Root.At(location)
	if !ok {
		return last(location), nil
	}
	for at := location; at != ""; at = parent(at) {
		schema, _ := doc.Root.At(parent(at))
		if b.places[schema] != nil && schema.Kind == jsondoc.Object {
			return last(at), node
		}
	}
	return "", node
}
