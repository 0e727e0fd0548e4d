package protobuf

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// shape is how a field's type reads in a schema, messages and enums unnamed.
func shape(fd protoreflect.FieldDescriptor) string {
	switch {
	case fd.IsMap():
		return "map"
	case fd.IsList():
		return "repeated " + fd.Kind().String()
	}
	return fd.Kind().String()
}

// typeText is shape with names, for messages to people.
func typeText(fd protoreflect.FieldDescriptor) string {
	kind := fd.Kind().String()
	switch {
	case fd.IsMap():
		return fmt.Sprintf("map<%s, %s>", typeText(fd.MapKey()), typeText(fd.MapValue()))
	case fd.Enum() != nil:
		kind = "enum " + string(fd.Enum().FullName())
	case fd.Kind() == protoreflect.GroupKind:
		kind = "group " + string(fd.Message().FullName())
	case fd.Message() != nil:
		kind = string(fd.Message().FullName())
	}
	if fd.IsList() {
		return "repeated " + kind
	}
	return kind
}

// fieldShape compares fields of different types or cardinality, by experiment.
func (c *comparer) fieldShape(p *place, o, n protoreflect.FieldDescriptor) effects {
	is := fieldOf(rules.FieldTypeChanged, o, n)
	if o.Kind() == n.Kind() {
		is.rule = rules.FieldCardinalityChanged
	}
	is.message = fmt.Sprintf("field %d %q is %s, in the old schema %s", n.Number(), n.Name(), typeText(n), typeText(o))
	is.remedy = fmt.Sprintf("keep %s under number %d, and add a field with a new number and name", typeText(o), o.Number())
	is.effects = effects{}
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		e := c.experiment(p, dir, o, n)
		if jsonForm(o) != jsonForm(n) {
			e.breaks |= json | source
			if e.witness == nil {
				e.witness = c.formWitness(p, dir, o, n)
			}
		}
		e.breaks |= source
		is.effects[dir] = e
	}
	c.report(is)
	return is.effects
}

// experiment writes values of the field and reads them with the other side.
// The witness is the first value that is lost, else the first that reads as
// another one.
func (c *comparer) experiment(p *place, dir evctl.Direction, o, n protoreflect.FieldDescriptor) effect {
	w, r := writerField(dir, o, n), writerField(opposite(dir), o, n)
	var e effect
	var turned *evctl.Witness // a value reads as another one, yet not lost
	for _, m := range events(w, r) {
		for _, encoding := range []levels{wire, json} {
			t := c.try(p, dir, m, encoding)
			if !t.broken {
				continue
			}
			if signOnly(w, r) && (encoding == json || t.restored) {
				e.breaks |= value
				if turned == nil {
					turned = t.witness()
				}
				continue
			}
			if e.witness == nil || encoding == wire && e.breaks&wire == 0 {
				e.witness = t.witness() // bytes say more than JSON
			}
			e.breaks |= encoding
		}
	}
	if e.breaks&wire != 0 {
		e.breaks |= value // what is lost reads as another value
	}
	e.witness = first(e.witness, turned)
	return e
}

func first(a, b *evctl.Witness) *evctl.Witness {
	if a != nil {
		return a
	}
	return b
}

func opposite(dir evctl.Direction) evctl.Direction {
	if dir == evctl.Backward {
		return evctl.Forward
	}
	return evctl.Backward
}

// events returns messages in which the writer's field is set: each sample
// alone, and two elements if the field can hold them.
func events(w, r protoreflect.FieldDescriptor) []*dynamicpb.Message {
	md := w.ContainingMessage()
	var list []*dynamicpb.Message
	add := func(values ...protoreflect.Value) {
		m := dynamicpb.NewMessage(md)
		set(m, w, values...)
		list = append(list, m)
	}
	if w.IsMap() {
		m := dynamicpb.NewMessage(md)
		setElement(m, w, 0, maxSampleDepth)
		return append(list, m)
	}
	values := samples(w)
	if len(values) == 0 {
		return nil // a closed enum of zero alone
	}
	for _, v := range values {
		add(v)
	}
	if w.IsList() && !r.IsList() || r.IsMap() {
		last := values[len(values)-1]
		add(values[0], last)
	}
	return list
}

// signOnly reports whether two types share their bytes and their JSON, so that
// all that can change is what a set top bit means.
func signOnly(a, b protoreflect.FieldDescriptor) bool {
	return a.IsList() == b.IsList() && encodingOf(a) != "" && encodingOf(a) == encodingOf(b)
}

// encodingOf names the bytes of the plain integer types, without their size.
func encodingOf(fd protoreflect.FieldDescriptor) string {
	switch fd.Kind() {
	case protoreflect.Int32Kind, protoreflect.Uint32Kind, protoreflect.Int64Kind, protoreflect.Uint64Kind:
		return "varint"
	case protoreflect.Fixed32Kind, protoreflect.Sfixed32Kind:
		return "fixed32"
	case protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind:
		return "fixed64"
	}
	return ""
}

// jsonForm names what a field is in ProtoJSON. 64-bit integers are strings
// there, so widening an integer changes the form.
func jsonForm(fd protoreflect.FieldDescriptor) string {
	switch {
	case fd.IsMap():
		return "object by key"
	case fd.IsList():
		return "array of " + elementForm(fd.Kind())
	}
	return elementForm(fd.Kind())
}

func elementForm(kind protoreflect.Kind) string {
	switch kind {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind, protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return "number"
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return "quoted number"
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return "object"
	}
	return kind.String()
}

// formWitness shows one value as both sides write it in JSON, for a change
// that readers with a schema survive and readers of the mere JSON do not.
func (c *comparer) formWitness(p *place, dir evctl.Direction, o, n protoreflect.FieldDescriptor) *evctl.Witness {
	m := dynamicpb.NewMessage(p.end(dir, true))
	setElement(m, writerField(dir, o, n), 0, maxSampleDepth)
	t := c.try(p, dir, m, json)
	w := t.witness()
	if w == nil || t.broken {
		return w
	}
	reader := dynamicpb.NewMessage(p.end(opposite(dir), true))
	setElement(reader, writerField(opposite(dir), o, n), 0, maxSampleDepth)
	other, err := c.writeJSON(opposite(dir), p.wrap(opposite(dir), reader), false)
	if err == nil {
		w.Error = fmt.Sprintf("the reader's own schema writes %s: who reads JSON without the schema meets another type", other)
	}
	return w
}
