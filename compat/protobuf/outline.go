package protobuf

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/outline"
	"github.com/evctl/evctl/internal/protobuf"
)

// Outline lays the message that a schema stands for out as the places of events
// that it speaks of. A field goes by its name and its name in JSON. The error
// means that the schema does not compile or has no message.
func Outline(ctx context.Context, s *evctl.Schema) (*outline.Schema, error) {
	file, err := protobuf.Compile(ctx, s)
	if err != nil {
		return nil, err
	}
	m, ok := file.Subject()
	if !ok {
		return nil, fmt.Errorf("%s: no message that the subject stands for", s.File)
	}
	o := &outliner{file: file, parts: map[protoreflect.FullName]*outline.Part{}}
	subject := o.part(m)
	for len(o.open) > 0 {
		next := o.open[len(o.open)-1]
		o.open = o.open[:len(o.open)-1]
		o.fill(o.parts[next.FullName()], next)
	}
	return outline.New(&outline.Part{Path: "/package", Closed: true, Same: []*outline.Part{subject}}), nil
}

type outliner struct {
	file  *protobuf.File
	parts map[protoreflect.FullName]*outline.Part
	open  []protoreflect.MessageDescriptor // that are not filled in yet
}

func (o *outliner) at(d protoreflect.Descriptor) *outline.Part {
	return &outline.Part{Path: path(d), Closed: true, Position: func() evctl.Position { return o.file.Position(d) }}
}

// part returns the part of a message or an enum.
func (o *outliner) part(d protoreflect.Descriptor) *outline.Part {
	if known := o.parts[d.FullName()]; known != nil {
		return known
	}
	part := o.at(d)
	o.parts[d.FullName()] = part
	if m, ok := d.(protoreflect.MessageDescriptor); ok {
		o.open = append(o.open, m)
	}
	return part
}

func (o *outliner) fill(part *outline.Part, m protoreflect.MessageDescriptor) {
	for i := range m.Fields().Len() {
		fd := m.Fields().Get(i)
		field := o.at(fd)
		o.values(field, fd)
		inJSON := func(name string) bool { return name == fd.JSONName() }
		part.Members = append(part.Members, outline.Member{Name: string(fd.Name()), Match: inJSON, To: field})
	}
}

// values adds what speaks of a field's value, or of each of its values.
func (o *outliner) values(field *outline.Part, fd protoreflect.FieldDescriptor) {
	var value *outline.Part
	switch {
	case fd.IsMap():
		entry := o.at(fd.Message())
		held := o.at(fd.MapValue())
		o.values(held, fd.MapValue())
		entry.Same = []*outline.Part{o.at(fd.MapKey()), held}
		field.Members = []outline.Member{{Name: outline.Any, Match: func(string) bool { return true }, To: entry}}
		return
	case fd.Message() != nil:
		value = o.part(fd.Message())
	case fd.Enum() != nil:
		value = o.part(fd.Enum())
	default:
		value = &outline.Part{Path: path(fd), Closed: true, Position: field.Position}
	}
	if fd.IsList() {
		field.Items = []outline.Item{{Part: value}}
		return
	}
	field.Same = []*outline.Part{value}
}
