package protobuf

import (
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// text prints a message in the text format on one line, fields by number,
// unknown ones by their number alone. prototext varies its spaces from build to
// build; findings must not.
func text(m protoreflect.Message) string {
	var parts []string
	for _, fd := range present(m) {
		parts = append(parts, fieldText(fd, m.Get(fd))...)
	}
	parts = append(parts, unknownText(m.GetUnknown())...)
	return strings.Join(parts, " ")
}

// readText is text of what a reader has read. An empty message is a comment, so
// that it can be told from no message.
func readText(m protoreflect.Message) string {
	if t := text(m); t != "" {
		return t
	}
	return "# empty"
}

// present returns the fields that are set, by number.
func present(m protoreflect.Message) []protoreflect.FieldDescriptor {
	var fields []protoreflect.FieldDescriptor
	m.Range(func(fd protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		fields = append(fields, fd)
		return true
	})
	slices.SortFunc(fields, func(a, b protoreflect.FieldDescriptor) int { return int(a.Number()) - int(b.Number()) })
	return fields
}

func fieldText(fd protoreflect.FieldDescriptor, v protoreflect.Value) []string {
	name := fd.TextName()
	switch {
	case fd.IsMap():
		var parts []string
		for _, k := range sortedKeys(v.Map()) {
			parts = append(parts, fmt.Sprintf("%s { key: %s %s }", name, scalarText(fd.MapKey(), k.Value()),
				strings.Join(valueText("value", fd.MapValue(), v.Map().Get(k)), " ")))
		}
		return parts
	case fd.IsList():
		var parts []string
		for i := range v.List().Len() {
			parts = append(parts, valueText(name, fd, v.List().Get(i))...)
		}
		return parts
	}
	return valueText(name, fd, v)
}

func valueText(name string, fd protoreflect.FieldDescriptor, v protoreflect.Value) []string {
	if fd.Message() == nil {
		return []string{name + ": " + scalarText(fd, v)}
	}
	return []string{name + " " + braces(text(v.Message()))}
}

func braces(inner string) string {
	if inner == "" {
		return "{}"
	}
	return "{ " + inner + " }"
}

func sortedKeys(m protoreflect.Map) []protoreflect.MapKey {
	var keys []protoreflect.MapKey
	m.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool {
		keys = append(keys, k)
		return true
	})
	slices.SortFunc(keys, func(a, b protoreflect.MapKey) int { return strings.Compare(a.String(), b.String()) })
	return keys
}

func scalarText(fd protoreflect.FieldDescriptor, v protoreflect.Value) string {
	switch fd.Kind() {
	case protoreflect.StringKind:
		return quote([]byte(v.String()))
	case protoreflect.BytesKind:
		return quote(v.Bytes())
	case protoreflect.EnumKind:
		if value := fd.Enum().Values().ByNumber(v.Enum()); value != nil {
			return string(value.Name())
		}
		return strconv.Itoa(int(v.Enum()))
	case protoreflect.FloatKind:
		return floatText(v.Float(), 32)
	case protoreflect.DoubleKind:
		return floatText(v.Float(), 64)
	}
	return v.String()
}

func floatText(f float64, bits int) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// escape writes a character as the text format does; other control characters
// are octal.
func escape(c byte) string {
	switch c {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '"', '\'', '\\':
		return `\` + string(rune(c))
	}
	return string(rune(c))
}

// quote prints a string, and bytes that are UTF-8, as they are; of other bytes
// all but ASCII in octal.
func quote(b []byte) string {
	readable := utf8.Valid(b)
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range b {
		switch {
		case c == '\n', c == '\r', c == '\t', c >= ' ' && c < 0x7f:
			out.WriteString(escape(c))
		case c > 0x7f && readable:
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, `\%03o`, c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

func unknownText(b []byte) []string {
	var parts []string
	for len(b) > 0 {
		number, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return append(parts, "# "+hex.EncodeToString(b))
		}
		size := protowire.ConsumeFieldValue(number, typ, b[n:])
		if size < 0 {
			return append(parts, "# "+hex.EncodeToString(b))
		}
		parts = append(parts, fmt.Sprintf("%d%s", number, unknownValue(number, typ, b[n:])))
		b = b[n+size:]
	}
	return parts
}

func unknownValue(number protowire.Number, typ protowire.Type, b []byte) string {
	switch typ {
	case protowire.VarintType:
		v, _ := protowire.ConsumeVarint(b)
		return fmt.Sprintf(": %d", v)
	case protowire.Fixed32Type:
		v, _ := protowire.ConsumeFixed32(b)
		return fmt.Sprintf(": 0x%08x", v)
	case protowire.Fixed64Type:
		v, _ := protowire.ConsumeFixed64(b)
		return fmt.Sprintf(": 0x%016x", v)
	case protowire.StartGroupType:
		v, _ := protowire.ConsumeGroup(number, b)
		return " " + braces(strings.Join(unknownText(v), " "))
	}
	v, _ := protowire.ConsumeBytes(b)
	if looksLikeMessage(v) {
		return " " + braces(strings.Join(unknownText(v), " "))
	}
	return ": " + quote(v)
}

// looksLikeMessage reports whether bytes of an unknown field parse as fields;
// they are then printed as such, as protoc does.
func looksLikeMessage(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	for len(b) > 0 {
		_, _, n := protowire.ConsumeField(b)
		if n < 0 {
			return false
		}
		b = b[n:]
	}
	return true
}
