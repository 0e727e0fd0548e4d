package avro

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/outline"
	model "github.com/evctl/evctl/internal/avro"
)

// Outline lays a schema out as the places of events that it speaks of: a record
// is an object of its fields, and a union is transparent. The error means that
// the text is no Avro schema.
func Outline(s *evctl.Schema) (*outline.Schema, error) {
	parsed, err := model.Parse(s)
	if err != nil {
		return nil, err
	}
	o := &outliner{file: s.File, parts: map[*model.Type]*outline.Part{}}
	root := o.part(parsed.Root)
	for len(o.open) > 0 {
		t := o.open[len(o.open)-1]
		o.open = o.open[:len(o.open)-1]
		o.fill(o.parts[t], t)
	}
	return outline.New(root), nil
}

type outliner struct {
	file  string
	parts map[*model.Type]*outline.Part
	open  []*model.Type // that are not filled in yet
}

func (o *outliner) part(t *model.Type) *outline.Part {
	if known := o.parts[t]; known != nil {
		return known
	}
	part := o.at(t.Place)
	o.parts[t] = part
	o.open = append(o.open, t)
	return part
}

// at returns an empty part. One in another document has no path of its own in
// this one.
func (o *outliner) at(p model.Place) *outline.Part {
	part := &outline.Part{Path: p.Path, Closed: true}
	if p.Position.File == o.file {
		part.Position = func() evctl.Position { return p.Position }
	} else {
		part.Path = p.Position.File + "#" + p.Path
	}
	return part
}

func (o *outliner) fill(part *outline.Part, t *model.Type) {
	for _, f := range t.Fields {
		field := o.at(f.Place)
		field.Same = []*outline.Part{o.part(f.Type)}
		part.Members = append(part.Members, outline.Member{Name: f.Name, To: field})
	}
	if t.Items != nil {
		values := o.part(t.Items)
		part.Items = append(part.Items, outline.Item{Part: values})
		if t.Kind == model.Map {
			part.Items = nil
			part.Members = append(part.Members, outline.Member{Name: outline.Any, Match: func(string) bool { return true }, To: values})
		}
	}
	for i, b := range t.Branches {
		branch := o.at(t.Uses[i])
		branch.Same = []*outline.Part{o.part(b)}
		part.Perhaps = append(part.Perhaps, branch)
	}
}
