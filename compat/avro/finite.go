package avro

import model "github.com/evctl/evctl/internal/avro"

// choices are branches of unions and symbols of enums, by their place in the type.
type choices map[*model.Type]map[int]bool

func (c choices) add(t *model.Type, i int) {
	if c[t] == nil {
		c[t] = map[int]bool{}
	}
	c[t][i] = true
}

// finite ranks the types that have a finite datum without the choices to avoid,
// and only these. A type's rank is above those of the parts that its smallest
// datum needs, so that following ranks down ends. Time is linear in the size of
// the schema.
type finite struct {
	avoid   choices
	rank    map[*model.Type]int
	missing map[*model.Type]int           // fields of a record that have no rank yet
	users   map[*model.Type][]*model.Type // records and unions that wait for a type
	queue   []*model.Type
}

func finiteTypes(root *model.Type, avoid choices) map[*model.Type]int {
	f := finite{avoid: avoid, rank: map[*model.Type]int{}, missing: map[*model.Type]int{}, users: map[*model.Type][]*model.Type{}}
	for _, t := range reachable(root) {
		f.visit(t)
	}
	for len(f.queue) > 0 {
		t := f.queue[0]
		f.queue = f.queue[1:]
		for _, user := range f.users[t] {
			f.missing[user]--
			if user.Kind == model.Union || f.missing[user] == 0 {
				f.add(user)
			}
		}
	}
	return f.rank
}

func (f *finite) visit(t *model.Type) {
	switch t.Kind {
	case model.Record:
		f.missing[t] = len(t.Fields)
		for _, field := range t.Fields {
			f.users[field.Type] = append(f.users[field.Type], t)
		}
		if len(t.Fields) == 0 {
			f.add(t)
		}
	case model.Union:
		for i, b := range t.Branches {
			if !f.avoid[t][i] {
				f.users[b] = append(f.users[b], t)
			}
		}
	case model.Enum:
		if len(t.Symbols) > len(f.avoid[t]) {
			f.add(t)
		}
	default: // arrays and maps may be empty
		f.add(t)
	}
}

func (f *finite) add(t *model.Type) {
	if _, done := f.rank[t]; !done {
		f.rank[t] = len(f.rank)
		f.queue = append(f.queue, t)
	}
}

// reachable lists the types of a schema, each once.
func reachable(root *model.Type) []*model.Type {
	list := []*model.Type{root}
	seen := map[*model.Type]bool{root: true}
	add := func(t *model.Type) {
		if t != nil && !seen[t] {
			seen[t] = true
			list = append(list, t)
		}
	}
	for i := 0; i < len(list); i++ {
		t := list[i]
		add(t.Items)
		for _, b := range t.Branches {
			add(b)
		}
		for _, f := range t.Fields {
			add(f.Type)
		}
	}
	return list
}
