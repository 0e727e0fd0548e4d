package jsonschema

import "github.com/evctl/evctl/internal/jsondoc"

// A reach is what tells how far validators look into a schema for some values:
// the kinds of value at each place, items taken together, and the names of
// members.
type reach struct {
	kinds   kinds
	members map[string]*reach
	items   *reach // nil if no array has any
}

// kinds is a set of jsondoc.Kind.
type kinds uint8

func (k kinds) has(kind jsondoc.Kind) bool { return k&(1<<kind) != 0 }

func reachOf(value *jsondoc.Node) *reach {
	r := &reach{}
	r.take(value)
	return r
}

// take adds one more value.
func (s *reach) take(n *jsondoc.Node) {
	s.kinds |= 1 << n.Kind
	for _, m := range n.Members {
		if s.members == nil {
			s.members = map[string]*reach{}
		}
		if s.members[m.Name] == nil {
			s.members[m.Name] = &reach{}
		}
		s.members[m.Name].take(m.Value)
	}
	for _, item := range n.Items {
		if s.items == nil {
			s.items = &reach{}
		}
		s.items.take(item)
	}
}

// covers reports whether values of the other reach are of this one, too.
func (s *reach) covers(other *reach) bool {
	if other == nil {
		return true
	}
	if s == nil || other.kinds&^s.kinds != 0 || !s.items.covers(other.items) {
		return false
	}
	for name, below := range other.members {
		if !s.members[name].covers(below) {
			return false
		}
	}
	return true
}

// names are the values that property names are: strings.
var names = &reach{kinds: 1 << jsondoc.String}
