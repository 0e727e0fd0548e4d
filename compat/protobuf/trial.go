package protobuf

import (
	"bytes"
	"encoding/hex"
	jsonlib "encoding/json"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
)

// A trial is one event, written with one descriptor and read with the other.
// The zero trial is a value that the writer cannot write.
type trial struct {
	broken      bool // the reader refuses the event or reads something else
	restored    bool // what the reader read tells the writer's value apart from all others
	event, read *dynamicpb.Message
	alone       bool   // the event is not one of the subject's message
	bytes, json []byte // the event as written, one of them
	err         string // why the reader refuses it
}

// witness shows the trial, broken or not.
func (t trial) witness() *evctl.Witness {
	if t.event == nil {
		return nil
	}
	w := &evctl.Witness{Hex: hex.EncodeToString(t.bytes), Value: t.json, Written: text(t.event), Error: t.err}
	if t.alone {
		w.Written = strings.TrimSpace(w.Written + " # message " + string(t.event.Descriptor().FullName()))
	}
	if t.err == "" {
		w.Read = readText(t.read)
	}
	return w
}

// A place is a message that both versions have, and the way to it from the
// message the subject stands for.
type place struct {
	old, new protoreflect.MessageDescriptor
	parent   *place // nil for the subject's message and others that stand alone
	// the fields of parent that hold this message
	oldField, newField protoreflect.FieldDescriptor
	depth              int // of parents
}

// end returns the message on one side of a question.
func (p *place) end(dir evctl.Direction, writer bool) protoreflect.MessageDescriptor {
	if (dir == evctl.Backward) == writer {
		return p.old
	}
	return p.new
}

// wrap returns the event that holds m, a message of the writer at p.
func (p *place) wrap(dir evctl.Direction, m *dynamicpb.Message) *dynamicpb.Message {
	fillRequired(m, maxSampleDepth)
	for ; p.parent != nil; p = p.parent {
		fd := p.newField
		if dir == evctl.Backward {
			fd = p.oldField
		}
		outer := dynamicpb.NewMessage(p.parent.end(dir, true))
		if fd.IsMap() {
			putEntry(outer, fd, m)
		} else {
			set(outer, fd, protoreflect.ValueOfMessage(m))
		}
		fillRequired(outer, maxSampleDepth)
		m = outer
	}
	return m
}

func (p *place) root() *place {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

// alone reports whether the events at a place are not of the subject's message.
func (c *comparer) alone(p *place) bool {
	return c.root == nil || p.root().old.FullName() != c.root.old.FullName()
}

// try writes m, a message of the writer at p, in an event and reads the event.
func (c *comparer) try(p *place, dir evctl.Direction, m *dynamicpb.Message, encoding levels) trial {
	event := p.wrap(dir, m)
	reader := dynamicpb.NewMessage(p.root().end(dir, false))
	alone := c.alone(p)
	if encoding == json {
		t := c.tryJSON(dir, event, reader)
		t.alone = alone
		return t
	}
	data, err := proto.MarshalOptions{AllowPartial: true, Deterministic: true}.Marshal(event)
	if err != nil {
		return trial{} // a proto3 string that is not UTF-8
	}
	t := trial{event: event, read: reader, alone: alone, bytes: data}
	err = proto.UnmarshalOptions{AllowPartial: true, Resolver: c.types(dir, false)}.Unmarshal(data, reader)
	if err != nil {
		t.broken, t.err = true, errorText(err)
		return t
	}
	closeEnums(reader)
	t.broken = meaning(event) != meaning(reader)
	t.restored = !t.broken || c.restores(dir, event, reader)
	return t
}

// restores reports whether the bytes that the reader would write mean to the
// writer what it wrote.
func (c *comparer) restores(dir evctl.Direction, event, read *dynamicpb.Message) bool {
	known := proto.Clone(read).ProtoReflect()
	known.SetUnknown(nil)
	data, err := proto.MarshalOptions{AllowPartial: true}.Marshal(known.Interface())
	if err != nil {
		return false
	}
	again := dynamicpb.NewMessage(event.Descriptor())
	err = proto.UnmarshalOptions{AllowPartial: true, Resolver: c.types(dir, true)}.Unmarshal(data, again)
	return err == nil && meaning(again) == meaning(event)
}

func (c *comparer) tryJSON(dir evctl.Direction, event, reader *dynamicpb.Message) trial {
	data, err := c.writeJSON(dir, event, false)
	if err != nil {
		return trial{}
	}
	return c.readJSON(dir, event, reader, data)
}

// writeJSON returns ProtoJSON without spaces.
func (c *comparer) writeJSON(dir evctl.Direction, event *dynamicpb.Message, protoNames bool) ([]byte, error) {
	data, err := protojson.MarshalOptions{AllowPartial: true, UseProtoNames: protoNames, Resolver: c.types(dir, true)}.Marshal(event)
	if err != nil {
		return nil, err
	}
	var compact bytes.Buffer
	if err := jsonlib.Compact(&compact, data); err != nil {
		return nil, err
	}
	return compact.Bytes(), nil
}

func (c *comparer) readJSON(dir evctl.Direction, event, reader *dynamicpb.Message, data []byte) trial {
	t := trial{event: event, read: reader, json: data}
	err := protojson.UnmarshalOptions{AllowPartial: true, DiscardUnknown: true, Resolver: c.types(dir, false)}.Unmarshal(data, reader)
	if err != nil {
		t.broken, t.err = true, errorText(err)
		return t
	}
	t.broken = meaning(event) != meaning(reader)
	return t
}

// errorText drops what the library varies from build to build.
func errorText(err error) string {
	text := strings.ReplaceAll(err.Error(), "\u00a0", " ")
	return strings.TrimSpace(strings.TrimPrefix(text, "proto:"))
}
