package protobuf

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/protobuf"
	compiler "github.com/evctl/evctl/internal/protobuf"
)

// drawField draws the declaration of field number n, or none.
func drawField(t *rapid.T, n int) string {
	typ := rapid.SampledFrom(append([]string{"E", "Sub"}, scalars...)).Draw(t, "type")
	label := rapid.SampledFrom([]string{"", "", "optional ", "repeated ", "map", "none"}).Draw(t, "label")
	name := rapid.SampledFrom([]string{"f", "g"}).Draw(t, "name")
	switch label {
	case "none":
		return fmt.Sprintf("reserved %d; reserved \"f%d\", \"g%d\"; ", n, n, n)
	case "map":
		return fmt.Sprintf("map<string, %s> %s%d = %d; ", typ, name, n, n)
	}
	return fmt.Sprintf("%s%s %s%d = %d; ", label, typ, name, n, n)
}

// drawPair draws two versions that share most fields.
func drawPair(t *rapid.T) (old, new *evctl.Schema) {
	var was, is []string
	for n := 1; n <= 4; n++ {
		field := drawField(t, n)
		was = append(was, field)
		if rapid.IntRange(0, 2).Draw(t, "changed") == 0 {
			field = drawField(t, n)
		}
		is = append(is, field)
	}
	if rapid.Bool().Draw(t, "shuffled") {
		slices.Reverse(is)
	}
	return schemaOf("old.proto", was), schemaOf("new.proto", is)
}

func schemaOf(file string, fields []string) *evctl.Schema {
	text := "syntax = \"proto3\"; package p; message M { " + strings.Join(fields, "") + "}\n" +
		"enum E { E_ZERO = 0; E_ONE = 1; E_MAX = 2147483647; E_MIN = -2147483648; } message Sub { int32 a = 1; string b = 2; }\n"
	return &evctl.Schema{Format: evctl.Protobuf, File: file, Text: []byte(text), Message: "p.M"}
}

func compare(t *rapid.T, old, new *evctl.Schema, level evctl.Level, dirs ...evctl.Direction) evctl.Judgement {
	j, err := engine.New().Compare(context.Background(), old, new, dirs, evctl.Semantics{Level: level})
	if err != nil || j.Verdict == evctl.Invalid {
		t.Fatalf("%v %v\n%s\n%s", err, j.Findings, old.Text, new.Text)
	}
	return j
}

func message(t *rapid.T, s *evctl.Schema) protoreflect.MessageDescriptor {
	f, err := compiler.Compile(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := f.Subject()
	return m
}

// Any schema is compatible with itself, and with itself in another order.
func TestReflexive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fields []string
		for n := 1; n <= 4; n++ {
			fields = append(fields, drawField(t, n))
		}
		old := schemaOf("old.proto", fields)
		slices.Reverse(fields)
		j := compare(t, old, schemaOf("new.proto", fields), evctl.SourceLevel, evctl.Backward, evctl.Forward)
		if len(j.Findings) > 0 {
			t.Fatalf("%v\n%s", j.Findings, old.Text)
		}
	})
}

// What the level wire calls compatible, without a warning, reads as it was
// written.
func TestCompatibleSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := drawPair(t)
		for _, f := range compare(t, old, new, evctl.Wire, evctl.Backward).Findings {
			if f.Severity >= evctl.Warning {
				return
			}
		}
		writer, reader := message(t, old), message(t, new)
		for range 20 {
			event := drawEvent(t, writer)
			read := pass(t, event, dynamicpb.NewMessage(reader))
			for _, fd := range shared(writer, reader) {
				was, is := plainly(event, fd.Number()), plainly(read, fd.Number())
				if !slices.Equal(was, is) {
					t.Fatalf("wrote %v, read %v\n%s\n%s", event, read, old.Text, new.Text)
				}
			}
		}
	})
}

func pass(t *rapid.T, from, to *dynamicpb.Message) *dynamicpb.Message {
	data, err := proto.Marshal(from)
	if err == nil {
		err = proto.Unmarshal(data, to)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func shared(a, b protoreflect.MessageDescriptor) []protoreflect.FieldDescriptor {
	var fields []protoreflect.FieldDescriptor
	for i := range a.Fields().Len() {
		if fd := a.Fields().Get(i); b.Fields().ByNumber(fd.Number()) != nil {
			fields = append(fields, fd)
		}
	}
	return fields
}

// plainly returns the values of a field, sorted, without their types.
func plainly(m *dynamicpb.Message, number protoreflect.FieldNumber) []string {
	fd := m.Descriptor().Fields().ByNumber(number)
	if !m.Has(fd) {
		return nil
	}
	v := m.Get(fd)
	var values []string
	switch {
	case fd.IsMap():
		v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
			values = append(values, k.String()+"="+plainValue(v))
			return true
		})
	case fd.IsList():
		for i := range v.List().Len() {
			values = append(values, plainValue(v.List().Get(i)))
		}
	default:
		values = append(values, plainValue(v))
	}
	slices.Sort(values)
	return values
}

func plainValue(v protoreflect.Value) string {
	switch v := v.Interface().(type) {
	case bool:
		return map[bool]string{true: "1", false: "0"}[v]
	case []byte:
		return string(v)
	case protoreflect.Message:
		data, _ := proto.MarshalOptions{Deterministic: true}.Marshal(v.Interface())
		return fmt.Sprintf("%x", data)
	default:
		return fmt.Sprint(v)
	}
}

func drawEvent(t *rapid.T, md protoreflect.MessageDescriptor) *dynamicpb.Message {
	m := dynamicpb.NewMessage(md)
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		switch {
		case rapid.IntRange(0, 3).Draw(t, "absent") == 0:
		case fd.IsMap():
			for range rapid.IntRange(0, 2).Draw(t, "entries") {
				key := protoreflect.ValueOfString(rapid.StringN(0, 3, -1).Draw(t, "key")).MapKey()
				m.Mutable(fd).Map().Set(key, drawValue(t, fd.MapValue()))
			}
		case fd.IsList():
			for range rapid.IntRange(0, 3).Draw(t, "length") {
				m.Mutable(fd).List().Append(drawValue(t, fd))
			}
		default:
			m.Set(fd, drawValue(t, fd))
		}
	}
	return m
}

func drawValue(t *rapid.T, fd protoreflect.FieldDescriptor) protoreflect.Value {
	switch fd.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(rapid.Bool().Draw(t, "bool"))
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(rapid.Int32().Draw(t, "int32"))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(rapid.Int64().Draw(t, "int64"))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(rapid.Uint32().Draw(t, "uint32"))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(rapid.Uint64().Draw(t, "uint64"))
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(rapid.Float32Range(-math.MaxFloat32, math.MaxFloat32).Draw(t, "float"))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "double"))
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(rapid.String().Draw(t, "string"))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
	case protoreflect.EnumKind:
		values := fd.Enum().Values()
		return protoreflect.ValueOfEnum(values.Get(rapid.IntRange(0, values.Len()-1).Draw(t, "enum")).Number())
	}
	return protoreflect.ValueOfMessage(drawEvent(t, fd.Message()))
}
