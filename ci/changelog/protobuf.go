package changelog

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/protobuf"
)

func index(i int) string { return strconv.Itoa(i) }

// protobufWords words changes of a Protobuf file.
func protobufWords(kind report.ChangeKind, path []string, old, new *node) string {
	name := path[len(path)-1]
	what := strings.TrimSpace(one(old, new).kind + " " + name)
	if len(path) > 1 {
		what += " of " + strings.Join(path[:len(path)-1], ".")
	}
	if one(old, new).parts != nil {
		return fmt.Sprintf("%s %s", what, kind)
	}
	return fromTo(kind, what, old, new)
}

// parseProtobuf turns a file into messages, enums and services by their full
// names, with their fields, values and methods below.
func parseProtobuf(ctx context.Context, s *evctl.Schema) (tree, error) {
	file, err := protobuf.Compile(ctx, s)
	if err != nil {
		return tree{}, err
	}
	parts := map[string]*node{
		"package": {kind: "the file's", text: string(file.Package())},
		"syntax":  {kind: "the file's", text: file.Syntax().String()},
	}
	declarations(parts, file)
	for i := range file.Services().Len() {
		parts[string(file.Services().Get(i).FullName())] = service(file.Services().Get(i))
	}
	return tree{root: &node{parts: parts}}, nil
}

type scope interface {
	Messages() protoreflect.MessageDescriptors
	Enums() protoreflect.EnumDescriptors
}

func declarations(parts map[string]*node, in scope) {
	for i := range in.Enums().Len() {
		e := in.Enums().Get(i)
		parts[string(e.FullName())] = enum(e)
	}
	for i := range in.Messages().Len() {
		if m := in.Messages().Get(i); !m.IsMapEntry() {
			parts[string(m.FullName())] = message(m)
			declarations(parts, m)
		}
	}
}

func enum(e protoreflect.EnumDescriptor) *node {
	n := &node{kind: "enum", parts: map[string]*node{}}
	for i := range e.Values().Len() {
		v := e.Values().Get(i)
		n.parts[string(v.Name())] = &node{kind: "value", text: "= " + strconv.Itoa(int(v.Number())) + deprecated(v)}
	}
	for i := range e.ReservedNames().Len() {
		n.reserve(string(e.ReservedNames().Get(i)))
	}
	for i := range e.ReservedRanges().Len() {
		r := e.ReservedRanges().Get(i)
		n.reserve(numbers(int(r[0]), int(r[1])))
	}
	n.describe(e)
	return n
}

func message(m protoreflect.MessageDescriptor) *node {
	n := &node{kind: "message", parts: map[string]*node{}}
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		n.parts[string(f.Name())] = &node{kind: "field", text: fieldText(f)}
	}
	for i := range m.ReservedNames().Len() {
		n.reserve(string(m.ReservedNames().Get(i)))
	}
	for i := range m.ReservedRanges().Len() {
		r := m.ReservedRanges().Get(i)
		n.reserve(numbers(int(r[0]), int(r[1])-1))
	}
	n.describe(m)
	return n
}

func service(s protoreflect.ServiceDescriptor) *node {
	n := &node{kind: "service", parts: map[string]*node{}}
	for i := range s.Methods().Len() {
		m := s.Methods().Get(i)
		n.parts[string(m.Name())] = &node{kind: "method", text: streams(m.IsStreamingClient()) + string(m.Input().FullName()) +
			" returns " + streams(m.IsStreamingServer()) + string(m.Output().FullName()) + deprecated(m)}
	}
	return n
}

func streams(yes bool) string {
	if yes {
		return "stream "
	}
	return ""
}

// reserve adds a name or numbers that the element keeps from being used again.
func (n *node) reserve(what string) {
	n.parts["reserved "+what] = &node{parts: map[string]*node{}}
}

func numbers(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d to %d", first, last)
}

// describe adds the comment above an element.
func (n *node) describe(d protoreflect.Descriptor) {
	if text := comment(d); text != "" {
		n.parts["comment"] = &node{kind: "the", text: strconv.Quote(text)}
	}
}

func comment(d protoreflect.Descriptor) string {
	return strings.Join(strings.Fields(d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments), " ")
}

// deprecated says so of an element with that option.
func deprecated(d protoreflect.Descriptor) string {
	if options, ok := d.Options().(interface{ GetDeprecated() bool }); ok && options.GetDeprecated() {
		return ", deprecated"
	}
	return ""
}

// fieldText writes what a field is, from its label to its comment.
func fieldText(f protoreflect.FieldDescriptor) string {
	text := fmt.Sprintf("%s = %d", fieldType(f), f.Number())
	if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
		text += " in oneof " + string(o.Name())
	}
	if f.HasDefault() {
		text += fmt.Sprintf(", default %v", f.Default())
	}
	if f.JSONName() != "" && f.HasJSONName() && f.JSONName() != jsonName(string(f.Name())) {
		text += ", in JSON " + f.JSONName()
	}
	return text + deprecated(f)
}

// jsonName is the name of a field in JSON that sets none of its own.
func jsonName(name string) string {
	var b strings.Builder
	for i, part := range strings.Split(name, "_") {
		if i > 0 && part != "" {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		b.WriteString(part)
	}
	return b.String()
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
