package changelog

import (
	"context"
	"fmt"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
)

func index(i int) string { return strconv.Itoa(i) }

// parseProtobuf turns a file into messages and enums by their full names, with
// their fields and values below.
func parseProtobuf(ctx context.Context, s *evctl.Schema) (tree, error) {
	file, err := protobuf.Compile(ctx, s)
	if err != nil {
		return tree{}, err
	}
	parts := map[string]*node{"package": {text: string(file.Package())}, "syntax": {text: file.Syntax().String()}}
	declarations(parts, file)
	return tree{root: &node{parts: parts}}, nil
}

type scope interface {
	Messages() protoreflect.MessageDescriptors
	Enums() protoreflect.EnumDescriptors
}

func declarations(parts map[string]*node, in scope) {
	for i := range in.Enums().Len() {
		e := in.Enums().Get(i)
		values := map[string]*node{}
		for j := range e.Values().Len() {
			v := e.Values().Get(j)
			values[string(v.Name())] = &node{text: "= " + strconv.Itoa(int(v.Number()))}
		}
		parts[string(e.FullName())] = &node{parts: values}
	}
	for i := range in.Messages().Len() {
		m := in.Messages().Get(i)
		if m.IsMapEntry() {
			continue
		}
		fields := map[string]*node{}
		for j := range m.Fields().Len() {
			f := m.Fields().Get(j)
			fields[string(f.Name())] = &node{text: fieldText(f)}
		}
		parts[string(m.FullName())] = &node{parts: fields}
		declarations(parts, m)
	}
}

// fieldText writes a field's label, type, number and oneof.
func fieldText(f protoreflect.FieldDescriptor) string {
	text := fmt.Sprintf("%s = %d", fieldType(f), f.Number())
	if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
		text += " in oneof " + string(o.Name())
	}
	return text
}

func fieldType(f protoreflect.FieldDescriptor) string {
	if f.IsMap() {
		return "map<" + fieldType(f.MapKey()) + ", " + fieldType(f.MapValue()) + ">"
	}
	name := f.Kind().String()
	switch {
	case f.Message() != nil:
		name = string(f.Message().FullName())
	case f.Enum() != nil:
		name = string(f.Enum().FullName())
	}
	if f.Cardinality() == protoreflect.Optional && !f.HasOptionalKeyword() {
		return name
	}
	return f.Cardinality().String() + " " + name
}
