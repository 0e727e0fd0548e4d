package lenient

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// seen returns how the reader sees the values at a place.
func (l *Lens) seen(at Place) *logic.Seen {
	s, ok := l.sights[at]
	if !ok {
		s = l.table.Seen()
		s.Project = func(v *value.Value) *value.Value { return l.project(v, at) }
		s.Same = func(v *value.Value) logic.Lit { return l.graph.Resolve(l.viewValue(v, at)) }
		l.sights[at] = s
	}
	return s
}

// project drops the names that the reader does not know. It returns nil if that
// hangs on a pattern that nobody can judge.
func (l *Lens) project(v *value.Value, at Place) *value.Value {
	switch v.Kind {
	case jsondoc.Array:
		items := make([]*value.Value, len(v.Items))
		for i, item := range v.Items {
			if items[i] = l.project(item, l.down(at, itemStep(i))); items[i] == nil {
				return nil
			}
		}
		return value.Array(items)
	case jsondoc.Object:
		known := l.facts(at.reader).knows(l.table)
		var members []value.Member
		for _, m := range v.Members {
			switch known.Has(m.Name) {
			case logic.Unknown:
				return nil
			case logic.No:
				continue
			}
			below := l.project(m.Value, l.down(at, nameStep(m.Name)))
			if below == nil {
				return nil
			}
			members = append(members, value.Member{Name: m.Name, Value: below})
		}
		return value.Object(members)
	}
	return v
}
