package jsonschema

import (
	"fmt"

	"github.com/evctl/evctl/internal/jsondoc"
)

// maxVisits limits one validation. The libraries go through every branch of
// every alternative, once for each way that leads there: that is exponential
// in the depth of a value for unions that contain themselves. A visit weighs
// one for the schema and one for each member or item of the value.
const maxVisits = 20_000_000

// checkCost returns an error if a library would take more than maxVisits.
func (b *bundle) checkCost(root *place, value *jsondoc.Node) error {
	if root == nil {
		return nil
	}
	c := counter{bundle: b, known: map[visit]int{}}
	if c.schema(root, value) >= maxVisits {
		return fmt.Errorf("validation takes more than the limit of %d steps", maxVisits)
	}
	return nil
}

// visitsOf bounds what visits take where one schema applies to every value in
// a value, and to every name.
func visitsOf(value *jsondoc.Node) int {
	n := 1 + 3*(len(value.Members)+len(value.Items))
	for _, m := range value.Members {
		n += visitsOf(m.Value)
	}
	for _, item := range value.Items {
		n += visitsOf(item)
	}
	return n
}

// A visit is a schema applied to a value.
type visit struct {
	place *place
	value *jsondoc.Node
}

// A counter computes what the libraries would spend, each visit once. Numbers
// stop growing at maxVisits.
type counter struct {
	bundle *bundle
	known  map[visit]int
}

func (c *counter) schema(p *place, value *jsondoc.Node) int {
	if p == nil || p.node.Kind == jsondoc.Bool {
		return 1
	}
	v := visit{p, value}
	if n, ok := c.known[v]; ok {
		return n
	}
	c.known[v] = 1 // a schema that refers to itself in place is refused
	n := 1 + len(value.Members) + len(value.Items)
	for _, e := range p.conjuncts {
		n = min(n+c.expr(e, value), maxVisits)
	}
	c.known[v] = n
	return n
}

func (c *counter) expr(e expr, value *jsondoc.Node) int {
	switch e.op {
	case sub:
		return c.schema(e.place, value)
	case leaf:
		return c.keyword(e.keyword, e.place, value)
	}
	n := 0
	for _, part := range e.parts {
		n = min(n+c.expr(part, value), maxVisits)
	}
	return n
}

func (c *counter) keyword(m jsondoc.Member, p *place, value *jsondoc.Node) int {
	n := 0
	for i := range value.Members {
		member := &value.Members[i]
		for _, schema := range c.bundle.appliedTo(m, p, member.Name) {
			n = min(n+c.schema(c.bundle.places[schema], member.Value), maxVisits)
		}
	}
	for i, item := range value.Items {
		if schema := appliedAt(m, p, i); schema != nil {
			n = min(n+c.schema(c.bundle.places[schema], item), maxVisits)
		}
	}
	return n
}

// appliedTo lists the schemas that the keyword applies to the named member.
func (b *bundle) appliedTo(m jsondoc.Member, p *place, name string) []*jsondoc.Node {
	switch m.Name {
	case "properties":
		if schema := m.Value.Get(name); schema != nil {
			return []*jsondoc.Node{schema}
		}
	case "patternProperties":
		var schemas []*jsondoc.Node
		for _, entry := range m.Value.Members {
			if b.matches(entry.Name, name) {
				schemas = append(schemas, entry.Value)
			}
		}
		return schemas
	case "additionalProperties":
		if !b.names(p.node, name) {
			return []*jsondoc.Node{m.Value}
		}
	case "unevaluatedProperties":
		return []*jsondoc.Node{m.Value}
	}
	return nil
}

// names reports whether properties or patternProperties cover the name.
func (b *bundle) names(schema *jsondoc.Node, name string) bool {
	if schema.Get("properties").Member(name) != nil {
		return true
	}
	if patterns := schema.Get("patternProperties"); patterns != nil {
		for _, m := range patterns.Members {
			if b.matches(m.Name, name) {
				return true
			}
		}
	}
	return false
}

// appliedAt returns the schema that the keyword may apply to an item, or nil.
func appliedAt(m jsondoc.Member, p *place, i int) *jsondoc.Node {
	switch m.Name {
	case "items", "prefixItems":
		if m.Value.Kind != jsondoc.Array {
			if i >= listed(p.node, "prefixItems") || p.doc.dialect < Draft2020 {
				return m.Value
			}
		} else if i < len(m.Value.Items) {
			return m.Value.Items[i]
		}
	case "additionalItems", "unevaluatedItems":
		if i >= max(listed(p.node, "items"), listed(p.node, "prefixItems")) && !isSchema(p.node.Get("items")) {
			return m.Value
		}
	case "contains":
		return m.Value
	}
	return nil
}

// listed returns the number of items that the keyword lists.
func listed(schema *jsondoc.Node, keyword string) int {
	if v := schema.Get(keyword); v != nil && v.Kind == jsondoc.Array {
		return len(v.Items)
	}
	return 0
}

// compilePatterns prepares the patterns of patternProperties.
func (b *bundle) compilePatterns() error {
	for _, p := range b.order {
		patterns := p.node.Get("patternProperties")
		if patterns == nil {
			continue
		}
		for _, m := range patterns.Members {
			re, err := compilePattern(m.Name)
			if err != nil {
				return err
			}
			b.patterns[m.Name] = re
		}
	}
	return nil
}

// matches reports whether the name matches; one that takes too long does.
func (b *bundle) matches(pattern, name string) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			_, ok = r.(timeout)
		}
	}()
	re := b.patterns[pattern]
	return re != nil && re.MatchString(name)
}
