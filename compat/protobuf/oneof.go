package protobuf

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// oneofs finds fields that moved into a oneof, out of one or to another. A
// oneof that merely got another name still holds the same fields.
func (c *comparer) oneofs(p *place) {
	for _, o := range byNumber(p.old.Fields()) {
		n := p.new.Fields().ByNumber(o.Number())
		if n == nil {
			continue
		}
		from, to := realOneof(o), realOneof(n)
		if from == nil && to == nil || from != nil && to != nil && renamedOnly(p, from, to) {
			continue
		}
		c.oneofMove(p, o, n, from, to)
	}
}

// renamedOnly reports whether two oneofs hold the same of the fields that both
// versions have.
func renamedOnly(p *place, from, to protoreflect.OneofDescriptor) bool {
	if from.Name() == to.Name() {
		return true
	}
	for i := range from.Fields().Len() {
		n := p.new.Fields().ByNumber(from.Fields().Get(i).Number())
		if n != nil && realOneof(n) != to {
			return false
		}
	}
	for i := range to.Fields().Len() {
		o := p.old.Fields().ByNumber(to.Fields().Get(i).Number())
		if o != nil && realOneof(o) != from {
			return false
		}
	}
	return true
}

func (c *comparer) oneofMove(p *place, o, n protoreflect.FieldDescriptor, from, to protoreflect.OneofDescriptor) {
	is := fieldOf(rules.FieldOneofChanged, o, n)
	is.message = fmt.Sprintf("field %d %q is %s, in the old schema %s", n.Number(), n.Name(), oneofText(to), oneofText(from))
	is.remedy = fmt.Sprintf("leave %s where it is, and add a field with a new number", n.Name())
	is.effects = effects{}
	if to != nil {
		is.effects[evctl.Backward] = effect{wire | json | source, c.oneofWitness(p, evctl.Backward, o, n, to)}
	}
	if from != nil {
		e := effect{wire | json | source, c.oneofWitness(p, evctl.Forward, n, o, from)}
		is.effects[evctl.Forward] = e
		if to == nil {
			is.effects[evctl.Backward] = effect{e.breaks, first(c.zeroWitness(p, evctl.Backward, o, n), e.witness)}
		}
	}
	c.report(is)
}

func oneofText(o protoreflect.OneofDescriptor) string {
	if o == nil {
		return "in no oneof"
	}
	return "in oneof " + string(o.Name())
}

// oneofWitness is an event that sets a field and another one, which the reader
// has in one oneof, so that it keeps the last.
func (c *comparer) oneofWitness(p *place, dir evctl.Direction, w, r protoreflect.FieldDescriptor, oneof protoreflect.OneofDescriptor) *evctl.Witness {
	for i := range oneof.Fields().Len() {
		other := oneof.Fields().Get(i)
		partner := w.ContainingMessage().Fields().ByNumber(other.Number())
		if other == r || partner == nil || realOneof(w) != nil && realOneof(partner) == realOneof(w) {
			continue
		}
		m := dynamicpb.NewMessage(w.ContainingMessage())
		setElement(m, w, 0, maxSampleDepth)
		setElement(m, partner, 0, maxSampleDepth)
		if t := c.try(p, dir, m, wire); t.broken {
			return t.witness()
		}
	}
	if t := c.zeroWitness(p, opposite(dir), pick(dir, w, r), pick(dir, r, w)); t != nil {
		return t
	}
	return &evctl.Witness{Error: fmt.Sprintf("no event shows it yet: a reader keeps one field of oneof %s, so an event loses the field as soon as it sets another", oneof.Name())}
}

// pick returns the old side's field of a writer's and a reader's.
func pick(dir evctl.Direction, w, r protoreflect.FieldDescriptor) protoreflect.FieldDescriptor {
	if dir == evctl.Backward {
		return w
	}
	return r
}
