package protobuf

import (
	"encoding/hex"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/protobuf"
)

func unmarshal(data []byte, m proto.Message) error {
	return proto.UnmarshalOptions{AllowPartial: true}.Unmarshal(data, m)
}

// packages compares the packages of the two files.
func (c *comparer) packages() {
	was, is := c.old.Package(), c.new.Package()
	if was == is {
		return
	}
	f := issue{rule: rules.PackageChanged, in: c.new, was: c.old, path: "/package"}
	f.message = fmt.Sprintf("the package is %q, in the old schema %q", is, was)
	f.remedy = fmt.Sprintf("keep package %s", was)
	f.effects = effects{}
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		f.effects[dir] = effect{wire | json | source, c.anyWitness(dir)}
	}
	c.report(f)
}

// anyWitness is an event packed into google.protobuf.Any, which names its type
// with the package.
func (c *comparer) anyWitness(dir evctl.Direction) *evctl.Witness {
	file := c.old
	if dir == evctl.Forward {
		file = c.new
	}
	subject, ok := file.Subject()
	if !ok {
		return &evctl.Witness{Error: "the other side knows no type of this package"}
	}
	packed := &anypb.Any{TypeUrl: "type.googleapis.com/" + string(subject.FullName())}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(packed)
	if err != nil {
		return nil
	}
	w := &evctl.Witness{Hex: hex.EncodeToString(data), Written: text(packed.ProtoReflect())}
	if _, err := c.types(dir, false).FindMessageByURL(packed.TypeUrl); err != nil {
		w.Error = fmt.Sprintf("inside google.protobuf.Any: the reader knows no message %s", subject.FullName())
	}
	return w
}

// subject queues the messages that the subject stands for. Without a name it
// is the first message of the old file, under whatever name it has now.
func (c *comparer) subject() {
	o, hadOld := c.old.Subject()
	n, hasNew := c.new.Subject()
	if !hadOld && !hasNew {
		return
	}
	if hadOld && !c.old.Named() {
		n, hasNew = c.successor(o, n)
	}
	switch {
	case hadOld && hasNew:
		c.indexes(o, n)
		c.visit(&place{old: o, new: n})
	case c.strict || c.old.Named():
		c.subjectGone(o, n, wire|json|source)
	case hadOld:
		c.subjectGone(o, n, value|source)
	}
}

// successor finds the message of the new file that stands for what o, the
// first of the old file, stands for: the one of its name, else the new file's
// first, unless that is another message of the old file.
func (c *comparer) successor(o, first protoreflect.MessageDescriptor) (protoreflect.MessageDescriptor, bool) {
	if same, ok := c.new.Message(c.newName(o.FullName())); ok {
		return same, true
	}
	if first == nil {
		return nil, false
	}
	_, known := c.old.Message(c.oldName(first.FullName()))
	return first, !known
}

// newName is what an element of the old file would be called in the new one,
// whose package may differ.
func (c *comparer) newName(name protoreflect.FullName) protoreflect.FullName {
	return moved(name, c.old.Package(), c.new.Package())
}

func (c *comparer) oldName(name protoreflect.FullName) protoreflect.FullName {
	return moved(name, c.new.Package(), c.old.Package())
}

func moved(name, from, to protoreflect.FullName) protoreflect.FullName {
	local := strings.TrimPrefix(strings.TrimPrefix(string(name), string(from)), ".")
	if to == "" {
		return protoreflect.FullName(local)
	}
	return protoreflect.FullName(string(to) + "." + local)
}

func (c *comparer) subjectGone(o, n protoreflect.MessageDescriptor, breaks levels) {
	is := issue{rule: rules.MessageRemoved, in: c.new, was: o}
	side, other := "new", o
	if o == nil {
		side, other = "old", n
		is.in, is.was = n, c.old
	}
	is.path = path(other)
	is.message = fmt.Sprintf("the subject stands for message %s, which the %s schema does not have", other.FullName(), side)
	is.remedy = "keep the message, or publish the event under a subject of its own"
	is.effects = both(breaks, &evctl.Witness{Error: fmt.Sprintf("any event: the %s side has no message to read it with", side)})
	c.report(is)
}

// indexes notes that a message stands elsewhere in its file.
func (c *comparer) indexes(o, n protoreflect.MessageDescriptor) {
	was, now := protobuf.MessageIndexes(o), protobuf.MessageIndexes(n)
	if fmt.Sprint(was) == fmt.Sprint(now) {
		return
	}
	is := issue{rule: rules.MessageOrderChanged, in: n, was: o, path: path(n), oldPath: path(o)}
	is.message = fmt.Sprintf("message %s has index %v in its file, in the old schema %v", n.Name(), now, was)
	is.effects = both(frame, nil)
	c.report(is)
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
// name.
func (c *comparer) gone(in declarer) {
	for i := range in.Enums().Len() {
		o := in.Enums().Get(i)
		if c.new.Anywhere(c.newName(o.FullName())) == nil {
			c.typeGone(o)
		}
	}
	for i := range in.Messages().Len() {
		o := in.Messages().Get(i)
		if o.IsMapEntry() {
			continue
		}
		if c.new.Anywhere(c.newName(o.FullName())) == nil {
			if subject, _ := c.old.Subject(); o != subject { // which has a finding of its own
				c.typeGone(o)
			}
			continue
		}
		c.gone(o)
	}
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
