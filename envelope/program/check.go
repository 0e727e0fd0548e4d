package program

import (
	"slices"

	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A check looks at a value again that the pass has read.
type check struct {
	op      op
	nodes   []*node // of if: if, then, else
	keyword string
	slow    *slow
	values  []*jsondoc.Node // of constant
}

type op uint8

const (
	anyOf op = iota
	oneOf
	not
	conditional
	constant
	slowly
)

// check runs the checks on the value between i and end.
func (m *Machine) check(checks []check, i, end, depth int) int {
	trusted := m.trusted
	m.trusted = true
	for k := range checks {
		if c := &checks[k]; !m.holds(c, i, end, depth) {
			if !m.fault.Unsure {
				m.fail(i, c.keyword)
			}
			end = -1
			break
		}
	}
	m.trusted = trusted
	return end
}

func (m *Machine) holds(c *check, i, end, depth int) bool {
	m.fault.Unsure = false
	switch c.op {
	case slowly:
		return m.judge(c.slow, i, end)
	case constant:
		return slices.ContainsFunc(c.values, func(v *jsondoc.Node) bool { return m.equals(v, i) >= 0 })
	case not:
		return !m.accepts(c.nodes[0], i, depth) && !m.fault.Unsure
	case conditional:
		return m.conditional(c.nodes, i, depth)
	}
	count := 0
	for _, n := range c.nodes {
		if m.accepts(n, i, depth) {
			count++
			if c.op == anyOf {
				return true
			}
		}
		if m.fault.Unsure {
			return false
		}
	}
	return count == 1
}

func (m *Machine) conditional(nodes []*node, i, depth int) bool {
	n := nodes[1]
	if !m.accepts(nodes[0], i, depth) {
		n = nodes[2]
	}
	return !m.fault.Unsure && m.accepts(n, i, depth)
}

// accepts leaves a fault only where it is unsure, or says no.
func (m *Machine) accepts(n *node, i, depth int) bool {
	m.fault.Unsure = false
	return m.value(n, i, depth) >= 0
}

// A slow is a sub-schema that the machine leaves to the libraries.
type slow struct {
	validator  *jsonschema.Validator
	projection *jsonschema.Projection // nil if all names are kept
	location   *jsonschema.Location
	names      bool // of a writer: they must all be known, none is dropped
}

// judge parses the value and asks the library.
func (m *Machine) judge(s *slow, i, end int) bool {
	m.fault.Unsure = false
	doc, err := jsondoc.Parse("", m.text[i:end])
	if err != nil {
		m.unsure(i)
		return false
	}
	value := doc.Root
	switch {
	case s.projection == nil:
	case s.names && len(s.projection.UnknownAt(s.location, value)) > 0:
		return false
	case !s.names:
		value = s.projection.ProjectAt(s.location, value)
	}
	ok, err := s.validator.Allows(value)
	if err != nil {
		m.unsure(i)
	}
	return ok
}
