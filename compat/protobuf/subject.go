package protobuf

import (
	"encoding/hex"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/protobuf"
)

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
		c.renamedSubject(o, n)
		c.root = &place{old: o, new: n}
		c.visit(c.root)
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
	is.remedy = "leave messages in the order that they were published in, and add new ones at the end"
	is.effects = both(frame, nil)
	c.report(is)
}
