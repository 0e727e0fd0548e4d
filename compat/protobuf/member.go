package protobuf

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// removedField judges a field whose number the new version does not have.
func (c *comparer) removedField(p *place, o protoreflect.FieldDescriptor) {
	if o.Cardinality() == protoreflect.Required {
		c.requiredRemoved(p, o, p.new)
	}
	if n := p.new.Fields().ByName(o.Name()); n != nil {
		c.renumbered(p, o, n)
		return
	}
	is := issue{rule: rules.FieldRemoved, in: p.new, was: o, path: path(o), key: fmt.Sprint(o.Number())}
	number := p.new.ReservedRanges().Has(o.Number()) || p.new.ExtensionRanges().Has(o.Number())
	name := p.new.ReservedNames().Has(o.Name())
	breaks := source
	switch {
	case number && name:
		is.message = fmt.Sprintf("field %d %q is gone", o.Number(), o.Name())
	case number:
		breaks |= json
		is.message = fmt.Sprintf("field %d %q is gone and its name is not reserved", o.Number(), o.Name())
	case name:
		breaks |= wire
		is.message = fmt.Sprintf("field %d %q is gone and its number is not reserved", o.Number(), o.Name())
	default:
		breaks |= wire | json
		is.message = fmt.Sprintf("field %d %q is gone, and neither its number nor its name is reserved", o.Number(), o.Name())
	}
	is.remedy = fmt.Sprintf("write `reserved %d; reserved \"%s\";` into %s, so that no later field reads old values as its own", o.Number(), o.Name(), p.new.Name())
	is.effects = both(breaks, c.droppedWitness(p, o, breaks))
	c.report(is)
}

// droppedWitness is an old event whose field the new version passes over: what
// a later field under the same number or name would take for its own.
func (c *comparer) droppedWitness(p *place, o protoreflect.FieldDescriptor, breaks levels) *evctl.Witness {
	m := dynamicpb.NewMessage(p.old)
	setElement(m, o, 0, maxSampleDepth)
	switch {
	case breaks&wire != 0:
		return c.try(p, evctl.Backward, m, wire).witness()
	case breaks&json != 0:
		return c.try(p, evctl.Backward, m, json).witness()
	}
	return codeWitness(o)
}

func (c *comparer) renumbered(p *place, o, n protoreflect.FieldDescriptor) {
	is := fieldOf(rules.FieldRenumbered, o, n)
	is.message = fmt.Sprintf("field %q has number %d, in the old schema %d", n.Name(), n.Number(), o.Number())
	is.remedy = fmt.Sprintf("keep number %d", o.Number())
	is.effects = effects{}
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		m := dynamicpb.NewMessage(p.end(dir, true))
		setElement(m, writerField(dir, o, n), 0, maxSampleDepth)
		is.effects[dir] = effect{wire, c.try(p, dir, m, wire).witness()}
	}
	c.report(is)
}

// addedField judges a field whose number the old version does not have.
func (c *comparer) addedField(p *place, n protoreflect.FieldDescriptor) {
	if n.Cardinality() != protoreflect.Required {
		return
	}
	c.requiredAdded(p, n, p.old)
}

// required compares whether readers insist on a field.
func (c *comparer) required(p *place, o, n protoreflect.FieldDescriptor) {
	was, is := o.Cardinality() == protoreflect.Required, n.Cardinality() == protoreflect.Required
	switch {
	case is && !was:
		c.requiredAdded(p, n, o)
	case was && !is:
		c.requiredRemoved(p, o, n)
	}
}

func (c *comparer) requiredAdded(p *place, n protoreflect.FieldDescriptor, was protoreflect.Descriptor) {
	is := issue{rule: rules.RequiredFieldAdded, in: n, was: was, path: path(n), oldPath: path(was)}
	is.message = fmt.Sprintf("field %d %q is required, in the old schema it is not", n.Number(), n.Name())
	is.remedy = "declare it optional; a required field can never be added or dropped again"
	is.effects = effects{evctl.Backward: {wire | json, c.missing(p, evctl.Backward, n)}}
	c.report(is)
}

func (c *comparer) requiredRemoved(p *place, o protoreflect.FieldDescriptor, in protoreflect.Descriptor) {
	is := issue{rule: rules.RequiredFieldRemoved, in: in, was: o, path: path(o)}
	is.message = fmt.Sprintf("field %d %q is required in the old schema, in the new one it is not", o.Number(), o.Name())
	is.remedy = fmt.Sprintf("keep %s required until no reader of the old schema runs", o.Name())
	is.effects = both(wire|json, c.missing(p, evctl.Forward, o))
	c.report(is)
}

// missing is an event without a field that its reader requires.
func (c *comparer) missing(p *place, dir evctl.Direction, fd protoreflect.FieldDescriptor) *evctl.Witness {
	event := dynamicpb.NewMessage(p.end(dir, true))
	fillRequired(event, maxSampleDepth)
	addCompanion(p, event)
	if same := event.Descriptor().Fields().ByNumber(fd.Number()); same != nil {
		event.Clear(same)
	}
	w := c.try(p, dir, event, wire).witness()
	if w == nil {
		return nil
	}
	reader := dynamicpb.NewMessage(p.end(dir, false))
	fillRequired(reader, maxSampleDepth)
	reader.Clear(fd)
	if err := proto.CheckInitialized(reader); err != nil {
		w.Error = errorText(err)
	}
	return w
}

// addCompanion sets the first field that both versions have alike, so that an
// event which lacks another field is not empty.
func addCompanion(p *place, event *dynamicpb.Message) {
	for _, o := range byNumber(p.old.Fields()) {
		n := p.new.Fields().ByNumber(o.Number())
		if n == nil || o.Name() != n.Name() || shape(o) != shape(n) || o.Message() != nil || o.Enum() != nil ||
			o.Cardinality() != n.Cardinality() || scalarMeaning(o, defaultOf(o)) != scalarMeaning(n, defaultOf(n)) {
			continue
		}
		setElement(event, event.Descriptor().Fields().ByNumber(o.Number()), 0, maxSampleDepth)
		return
	}
}

// realOneof returns the oneof of a field, unless it only stands for `optional`.
func realOneof(fd protoreflect.FieldDescriptor) protoreflect.OneofDescriptor {
	if o := fd.ContainingOneof(); o != nil && !o.IsSynthetic() {
		return o
	}
	return nil
}
