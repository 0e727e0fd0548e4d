package protobuf

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/protobuf"
)

func unmarshal(data []byte, m proto.Message) error {
	return proto.UnmarshalOptions{AllowPartial: true}.Unmarshal(data, m)
}

// rest queues what the new file declares beside the subject's message, paired
// with the old schema by name.
func (c *comparer) rest(in declarer) {
	for i := range in.Enums().Len() {
		n := in.Enums().Get(i)
		if o, ok := c.old.Anywhere(c.oldName(n.FullName())).(protoreflect.EnumDescriptor); ok {
			c.enums(enumPair{old: o, new: n})
		}
	}
	for i := range in.Messages().Len() {
		n := in.Messages().Get(i)
		if n.IsMapEntry() {
			continue
		}
		if o, ok := c.old.Anywhere(c.oldName(n.FullName())).(protoreflect.MessageDescriptor); ok {
			c.visit(&place{old: o, new: n})
		}
		c.rest(n)
	}
}

// gone notes what the old file declares and the new schema has under no such
// name, or in another file.
func (c *comparer) gone(in declarer) {
	for i := range in.Enums().Len() {
		c.present(in.Enums().Get(i))
	}
	for i := range in.Messages().Len() {
		if o := in.Messages().Get(i); !o.IsMapEntry() && c.present(o) {
			c.gone(o)
		}
	}
}

// present reports whether the new schema has a type of the old file.
func (c *comparer) present(o protoreflect.Descriptor) bool {
	n := c.new.Anywhere(c.newName(o.FullName()))
	subject, _ := c.old.Subject()
	switch {
	case n == nil && o != subject: // whose absence is a finding of its own
		c.typeGone(o)
	case n != nil && n.ParentFile().Path() != c.new.Path() && o.Parent() == o.ParentFile():
		c.movedType(o, n)
	}
	return n != nil
}

// declarer is a file or a message.
type declarer interface {
	Enums() protoreflect.EnumDescriptors
	Messages() protoreflect.MessageDescriptors
	Extensions() protoreflect.ExtensionDescriptors
}

// typeGone notes a type that the new file does not have under its name. Where
// a field used it, the field has been compared.
func (c *comparer) typeGone(o protoreflect.Descriptor) {
	is := issue{rule: rules.GeneratedCodeChanged, in: c.nearest(o), was: o, path: path(o)}
	is.message = fmt.Sprintf("the new schema has no type %s", o.FullName())
	is.remedy = fmt.Sprintf("keep %s, or change the code of every consumer with the schema", o.FullName())
	is.effects = both(source, codeWitness(o))
	c.report(is)
}

// nearest returns what the new file has of the elements that o stands in.
func (c *comparer) nearest(o protoreflect.Descriptor) protoreflect.Descriptor {
	for d := o.Parent(); d != nil && d != d.ParentFile(); d = d.Parent() {
		n := c.new.Anywhere(c.newName(d.FullName()))
		if n != nil && n.ParentFile().Path() == c.new.Path() {
			return n
		}
	}
	return c.new
}

// extensions compares the extensions that both files declare.
func (c *comparer) extensions(in declarer) {
	for i := range in.Extensions().Len() {
		o := in.Extensions().Get(i)
		extended := c.newName(o.ContainingMessage().FullName())
		if _, ok := c.new.Message(extended); !ok {
			extended = o.ContainingMessage().FullName()
		}
		x, err := c.newTypes.FindExtensionByNumber(extended, o.Number())
		if err != nil {
			c.typeGone(o)
			continue
		}
		n := x.TypeDescriptor()
		c.field(&place{old: o.ContainingMessage(), new: n.ContainingMessage()},
			dynamicpb.NewExtensionType(o).TypeDescriptor(), n)
	}
	for i := range in.Messages().Len() {
		c.extensions(in.Messages().Get(i))
	}
}

// services compares the methods that both files declare.
func (c *comparer) services() {
	for i := range c.old.Services().Len() {
		o := c.old.Services().Get(i)
		n := c.new.Services().ByName(o.Name())
		if n == nil {
			c.typeGone(o)
			continue
		}
		for j := range o.Methods().Len() {
			was := o.Methods().Get(j)
			if is := n.Methods().ByName(was.Name()); is != nil {
				c.method(was, is)
			} else {
				c.typeGone(was)
			}
		}
	}
}

func (c *comparer) method(o, n protoreflect.MethodDescriptor) {
	was, now := c.signature(o, c.newName), c.signature(n, func(name protoreflect.FullName) protoreflect.FullName { return name })
	if was == now {
		return
	}
	is := issue{rule: rules.RPCChanged, in: n, was: o, path: path(n), oldPath: path(o)}
	is.message = fmt.Sprintf("method %s is %s, in the old schema %s", n.Name(), now, was)
	is.remedy = "leave the method as it is, and add one with a new name"
	is.effects = both(wire|json|source, &evctl.Witness{Error: "any call: client and server of different versions expect other messages of each other"})
	c.report(is)
}

func (c *comparer) signature(m protoreflect.MethodDescriptor, name func(protoreflect.FullName) protoreflect.FullName) string {
	stream := map[bool]string{true: "stream "}
	signature := fmt.Sprintf("(%s%s) returns (%s%s)", stream[m.IsStreamingClient()], c.typeIn(m.Input(), name),
		stream[m.IsStreamingServer()], c.typeIn(m.Output(), name))
	if level := protobuf.Idempotency(m); level != "" {
		signature += " " + level
	}
	return signature
}

// typeIn names a type; one of the schema's own package is renamed with it.
func (c *comparer) typeIn(m protoreflect.MessageDescriptor, name func(protoreflect.FullName) protoreflect.FullName) protoreflect.FullName {
	if m.ParentFile().Package() == c.old.Package() {
		return name(m.FullName())
	}
	return m.FullName()
}

// jsonFormat finds types that no longer promise to be writable as ProtoJSON.
func (c *comparer) jsonFormat(o, n protoreflect.Descriptor) {
	if protobuf.LegacyJSON(o) || !protobuf.LegacyJSON(n) {
		return
	}
	is := issue{rule: rules.JSONFormatChanged, in: n, was: o, path: path(n), oldPath: path(o)}
	is.message = fmt.Sprintf("%s promises no ProtoJSON any more (json_format LEGACY_BEST_EFFORT)", n.Name())
	is.remedy = "keep json_format ALLOW"
	is.effects = both(json, &evctl.Witness{Error: "two fields or values may now share one name in JSON, of which a reader finds one"})
	c.report(is)
}
