package protobuf

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// meaning prints what a message says apart from names and types, so that what
// one side wrote can be compared with what the other read: fields by number,
// whole numbers, booleans and enums as numbers, strings as bytes, a list of one
// as its element, a map as a list of entries.
func meaning(m protoreflect.Message) string {
	var parts []string
	for _, fd := range present(m) {
		parts = append(parts, fieldMeaning(fd, m.Get(fd)))
	}
	return strings.Join(parts, " ")
}

func fieldMeaning(fd protoreflect.FieldDescriptor, v protoreflect.Value) string {
	var parts []string
	switch {
	case fd.IsMap():
		for _, k := range sortedKeys(v.Map()) {
			parts = append(parts, fmt.Sprintf("%d{1:%s 2:%s}", fd.Number(),
				scalarMeaning(fd.MapKey(), k.Value()), scalarMeaning(fd.MapValue(), v.Map().Get(k))))
		}
	case fd.IsList():
		for i := range v.List().Len() {
			parts = append(parts, fmt.Sprintf("%d:%s", fd.Number(), scalarMeaning(fd, v.List().Get(i))))
		}
	default:
		return fmt.Sprintf("%d:%s", fd.Number(), scalarMeaning(fd, v))
	}
	return strings.Join(parts, " ")
}

func scalarMeaning(fd protoreflect.FieldDescriptor, v protoreflect.Value) string {
	switch fd.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return "{" + meaning(v.Message()) + "}"
	case protoreflect.StringKind:
		return fmt.Sprintf("%q", v.String())
	case protoreflect.BytesKind:
		return fmt.Sprintf("%q", v.Bytes())
	case protoreflect.EnumKind:
		return fmt.Sprint(v.Enum())
	case protoreflect.BoolKind:
		if v.Bool() {
			return "1"
		}
		return "0"
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return fmt.Sprintf("%gf", v.Float())
	}
	return v.String()
}
