package protobuf

import (
	"math"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

const (
	maxEnumSamples = 100
	maxSampleDepth = 3 // of messages within messages
	maxRequired    = 8 // fields filled in for a message; an event may lack others
)

// samples returns values of one element of a field, an ordinary one first,
// then those at the edges of its type. None is the type's zero value, which a
// writer may leave out.
func samples(fd protoreflect.FieldDescriptor) []protoreflect.Value {
	var list []protoreflect.Value
	add := func(values ...any) {
		for _, v := range values {
			list = append(list, protoreflect.ValueOf(v))
		}
	}
	switch fd.Kind() {
	case protoreflect.BoolKind:
		add(true)
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		add(int32(1), int32(-1), int32(math.MaxInt32), int32(math.MinInt32))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		add(int64(1), int64(-1), int64(1)<<31, int64(1)<<32, int64(math.MaxInt64), int64(math.MinInt64))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		add(uint32(1), uint32(math.MaxUint32))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		add(uint64(1), uint64(1)<<31, uint64(1)<<32, uint64(math.MaxUint64))
	case protoreflect.FloatKind:
		add(float32(1.5))
	case protoreflect.DoubleKind:
		add(1.5, 0.1)
	case protoreflect.StringKind:
		add("abc", "é")
	case protoreflect.BytesKind:
		add([]byte("abc"), []byte{0xff})
	case protoreflect.EnumKind:
		return enumSamples(fd.Enum())
	default:
		for variant := range 2 {
			add(sampleMessage(fd.Message(), variant, maxSampleDepth).ProtoReflect())
		}
	}
	return list
}

func enumSamples(e protoreflect.EnumDescriptor) []protoreflect.Value {
	var list []protoreflect.Value
	for i := range min(e.Values().Len(), maxEnumSamples) {
		if n := e.Values().Get(i).Number(); n != 0 {
			list = append(list, protoreflect.ValueOfEnum(n))
		}
	}
	if len(list) == 0 && !e.IsClosed() {
		list = append(list, protoreflect.ValueOfEnum(1))
	}
	return list
}

// sampleMessage sets one field of a message and what is required. Variants
// agree in the lowest field and differ in the next one, so that as entries of a
// map they would have one key.
func sampleMessage(md protoreflect.MessageDescriptor, variant, depth int) *dynamicpb.Message {
	m := dynamicpb.NewMessage(md)
	fillRequired(m, depth)
	if depth == 0 || md.FullName() == "google.protobuf.Any" {
		return m
	}
	lowest, next := lowestFields(md.Fields())
	if lowest != nil {
		setElement(m, lowest, 0, depth-1)
	}
	if next != nil && next.ContainingOneof() == nil {
		setElement(m, next, variant, depth-1)
	}
	return m
}

// lowestFields returns the two fields with the lowest numbers, or nil.
func lowestFields(fields protoreflect.FieldDescriptors) (lowest, next protoreflect.FieldDescriptor) {
	for i := range fields.Len() {
		fd := fields.Get(i)
		switch {
		case lowest == nil || fd.Number() < lowest.Number():
			lowest, next = fd, lowest
		case next == nil || fd.Number() < next.Number():
			next = fd
		}
	}
	return lowest, next
}

// setElement gives a field one element.
func setElement(m *dynamicpb.Message, fd protoreflect.FieldDescriptor, variant, depth int) {
	switch {
	case fd.IsMap():
		entry := sampleMessage(fd.Message(), variant, depth)
		putEntry(m, fd, entry)
	case fd.Message() != nil:
		set(m, fd, protoreflect.ValueOfMessage(sampleMessage(fd.Message(), variant, depth)))
	default:
		if values := samples(fd); len(values) > 0 {
			set(m, fd, values[min(variant, len(values)-1)])
		}
	}
}

// set gives a field values: the first, unless it is a list.
func set(m protoreflect.Message, fd protoreflect.FieldDescriptor, values ...protoreflect.Value) {
	if !fd.IsList() {
		m.Set(fd, values[0])
		return
	}
	list := m.Mutable(fd).List()
	for _, v := range values {
		list.Append(v)
	}
}

// putEntry puts a map's entry, given as a message of its entry type.
func putEntry(m protoreflect.Message, fd protoreflect.FieldDescriptor, entry protoreflect.Message) {
	key := entry.Get(fd.MapKey()).MapKey()
	v := entry.Get(fd.MapValue())
	if fd.MapValue().Message() != nil && !entry.Has(fd.MapValue()) {
		v = entry.NewField(fd.MapValue())
	}
	m.Mutable(fd).Map().Set(key, v)
}

func fillRequired(m *dynamicpb.Message, depth int) {
	fields := m.Descriptor().Fields()
	for i := range min(m.Descriptor().RequiredNumbers().Len(), maxRequired) {
		fd := fields.ByNumber(m.Descriptor().RequiredNumbers().Get(i))
		if depth > 0 && !m.Has(fd) {
			setElement(m, fd, 0, depth-1)
		}
	}
}

func byNumber(fields protoreflect.FieldDescriptors) []protoreflect.FieldDescriptor {
	list := make([]protoreflect.FieldDescriptor, fields.Len())
	for i := range list {
		list[i] = fields.Get(i)
	}
	sortByNumber(list)
	return list
}
