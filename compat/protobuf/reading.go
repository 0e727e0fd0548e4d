package protobuf

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
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
			parts = append(parts, fmt.Sprintf("%d:{1:%s 2:%s}", fd.Number(),
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

// closeEnums does what the protobuf specification asks of a reader and the Go
// library leaves out: a number that a closed enum does not name is an unknown
// field, and so is a map entry with such a value.
func closeEnums(m protoreflect.Message) {
	for _, fd := range present(m) {
		v := m.Get(fd)
		switch {
		case fd.IsMap():
			closeMap(m, fd, v.Map())
		case fd.IsList():
			closeList(m, fd, v.List())
		case fd.Message() != nil:
			closeEnums(v.Message())
		case unnamedIn(fd, v):
			m.Clear(fd)
			addUnknown(m, fd.Number(), v.Enum())
		}
	}
}

func unnamedIn(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
	return fd.Enum() != nil && fd.Enum().IsClosed() && fd.Enum().Values().ByNumber(v.Enum()) == nil
}

func addUnknown(m protoreflect.Message, number protowire.Number, v protoreflect.EnumNumber) {
	field := protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), uint64(v))
	m.SetUnknown(append(slices.Clone(m.GetUnknown()), field...))
}

func closeList(m protoreflect.Message, fd protoreflect.FieldDescriptor, list protoreflect.List) {
	kept := 0
	for i := range list.Len() {
		v := list.Get(i)
		if fd.Message() != nil {
			closeEnums(v.Message())
		}
		if unnamedIn(fd, v) {
			addUnknown(m, fd.Number(), v.Enum())
			continue
		}
		list.Set(kept, v)
		kept++
	}
	list.Truncate(kept)
}

func closeMap(m protoreflect.Message, fd protoreflect.FieldDescriptor, entries protoreflect.Map) {
	for _, k := range sortedKeys(entries) {
		v := entries.Get(k)
		if fd.MapValue().Message() != nil {
			closeEnums(v.Message())
		} else if unnamedIn(fd.MapValue(), v) {
			entries.Clear(k)
		}
	}
}
