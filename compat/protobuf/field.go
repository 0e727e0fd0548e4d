package protobuf

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// field compares two fields of one number.
func (c *comparer) field(p *place, o, n protoreflect.FieldDescriptor) {
	c.fieldName(p, o, n)
	c.extensionName(p, o, n)
	c.fieldOptions(o, n)
	c.required(p, o, n)
	var lost effects
	if shape(o) != shape(n) {
		lost = c.fieldShape(p, o, n)
	}
	if !o.IsMap() && !o.IsList() && !n.IsMap() && !n.IsList() && !isEntry(p) {
		c.presence(p, o, n, lost)
		c.defaults(p, o, n)
		c.validation(p, o, n)
	}
	c.descend(p, o, n)
}

// fieldOf starts an issue about a field that both versions have.
func fieldOf(rule evctl.Rule, o, n protoreflect.FieldDescriptor) issue {
	return issue{rule: rule, in: n, was: o, path: path(n), oldPath: path(o)}
}

// descend follows a field into the types that it holds.
func (c *comparer) descend(p *place, o, n protoreflect.FieldDescriptor) {
	switch {
	case o.IsMap() != n.IsMap():
	case o.Message() != nil && n.Message() != nil:
		c.typeName(o, n, o.Message(), n.Message())
		c.visit(&place{old: o.Message(), new: n.Message(), parent: p, oldField: o, newField: n})
	case o.Enum() != nil && n.Enum() != nil:
		c.typeName(o, n, o.Enum(), n.Enum())
		c.enum(p, o, n)
	}
}

// typeName notes that generated code calls a field's type otherwise. Bytes and
// ProtoJSON do not name it.
func (c *comparer) typeName(o, n protoreflect.FieldDescriptor, oldType, newType protoreflect.Descriptor) {
	if o.IsMap() || newType.FullName() == c.newName(oldType.FullName()) || newType.FullName() == oldType.FullName() {
		return
	}
	is := fieldOf(rules.GeneratedCodeChanged, o, n)
	is.message = fmt.Sprintf("the type of %s is called %s, in the old schema %s", n.Name(), newType.FullName(), oldType.FullName())
	is.remedy = fmt.Sprintf("keep the type's name %s, or change the code of every consumer with the schema", oldType.FullName())
	is.effects = both(source, codeWitness(oldType))
	c.report(is)
}

// codeWitness stands where no event shows a change.
func codeWitness(d protoreflect.Descriptor) *evctl.Witness {
	return &evctl.Witness{Error: fmt.Sprintf("no event shows it: code generated from the old schema names %s", d.FullName())}
}

func (c *comparer) fieldName(p *place, o, n protoreflect.FieldDescriptor) {
	if o.IsExtension() || isEntry(p) || o.Name() == n.Name() && o.JSONName() == n.JSONName() {
		return
	}
	is := fieldOf(rules.FieldRenamed, o, n)
	is.key = fmt.Sprint(n.Number())
	is.path, is.oldPath = jsonPath(p.new.FullName()), path(o)
	is.message = fmt.Sprintf("field %d is called %q, in the old schema %q", n.Number(), n.Name(), o.Name())
	is.remedy = fmt.Sprintf("keep the name %s, or put the new name on a field with a new number", o.Name())
	breaks := json | source
	if o.Name() == n.Name() {
		is.rule, is.path, is.key = rules.FieldJSONNameChanged, path(n), ""
		is.message = fmt.Sprintf("field %s is %q in JSON, in the old schema %q", n.Name(), n.JSONName(), o.JSONName())
		is.remedy = fmt.Sprintf("set json_name = %q", o.JSONName())
		breaks = json
	}
	is.effects = effects{}
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		is.effects[dir] = effect{breaks, c.nameWitness(p, dir, o, n)}
	}
	c.report(is)
}

// nameWitness finds JSON whose name for the field the reader does not know: the
// JSON name, or the one that writers use which keep the names of the schema.
func (c *comparer) nameWitness(p *place, dir evctl.Direction, o, n protoreflect.FieldDescriptor) *evctl.Witness {
	m := dynamicpb.NewMessage(p.end(dir, true))
	setElement(m, writerField(dir, o, n), 0, maxSampleDepth)
	event := p.wrap(dir, m)
	for _, protoNames := range []bool{false, true} {
		data, err := c.writeJSON(dir, event, protoNames)
		if err != nil {
			continue
		}
		t := c.readJSON(dir, event, dynamicpb.NewMessage(p.root().end(dir, false)), data)
		t.alone = c.alone(p)
		if t.broken {
			return t.witness()
		}
	}
	return &evctl.Witness{Error: "a consumer that reads ProtoJSON without the schema looks for the other name"}
}

func writerField(dir evctl.Direction, o, n protoreflect.FieldDescriptor) protoreflect.FieldDescriptor {
	if dir == evctl.Backward {
		return o
	}
	return n
}

func isEntry(p *place) bool { return p.old.IsMapEntry() || p.new.IsMapEntry() }

// presence compares whether a reader can tell an unset field from a zero, unless
// it loses other values as well.
func (c *comparer) presence(p *place, o, n protoreflect.FieldDescriptor, lost effects) {
	if o.HasPresence() == n.HasPresence() || realOneof(o) != nil || realOneof(n) != nil {
		return
	}
	dir, side := evctl.Backward, "the old schema tells an unset field from a zero, the new one does not"
	if n.HasPresence() {
		dir, side = evctl.Forward, "the new schema tells an unset field from a zero, the old one does not"
	}
	if lost[dir].breaks&wire != 0 {
		return
	}
	is := fieldOf(rules.FieldPresenceChanged, o, n)
	is.message = fmt.Sprintf("field %s: %s", n.Name(), side)
	is.remedy = fmt.Sprintf("declare %s as before; whoever must tell unset from zero needs optional on both sides", n.Name())
	is.effects = effects{dir: {value | source, c.zeroWitness(p, dir, o, n)}}
	if c.deciding&source != 0 {
		is.effects[opposite(dir)] = effect{source, codeWitness(o)}
	}
	c.report(is)
}

// zeroWitness is an event in which the field is set to its zero.
func (c *comparer) zeroWitness(p *place, dir evctl.Direction, o, n protoreflect.FieldDescriptor) *evctl.Witness {
	fd := writerField(dir, o, n)
	m := dynamicpb.NewMessage(p.end(dir, true))
	if fd.Message() == nil {
		m.Set(fd, zero(fd))
		if t := c.try(p, dir, m, wire); t.broken {
			return t.witness()
		}
	}
	return nil
}

// defaultOf returns what an absent field of one value reads as.
func defaultOf(fd protoreflect.FieldDescriptor) protoreflect.Value {
	if fd.IsList() {
		return zero(fd)
	}
	return fd.Default()
}

func zero(fd protoreflect.FieldDescriptor) protoreflect.Value {
	if fd.Kind() == protoreflect.EnumKind {
		return protoreflect.ValueOfEnum(0)
	}
	return dynamicpb.NewMessage(fd.ContainingMessage()).NewField(fd)
}

// validation finds strings of which one side checks that they are UTF-8. Files
// of one syntax, proto2 or proto3, agree on that.
func (c *comparer) validation(p *place, o, n protoreflect.FieldDescriptor) {
	was, now := o.ParentFile().Syntax(), n.ParentFile().Syntax()
	if o.Kind() != protoreflect.StringKind || n.Kind() != protoreflect.StringKind || was == now && now != protoreflect.Editions {
		return
	}
	is := fieldOf(rules.StringValidationChanged, o, n)
	is.remedy = "keep the syntax, or declare bytes for what may be no text"
	is.effects = effects{}
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		m := dynamicpb.NewMessage(p.end(dir, true))
		m.Set(writerField(dir, o, n), protoreflect.ValueOfString("\xff"))
		if t := c.try(p, dir, m, wire); t.broken {
			is.effects[dir] = effect{value, t.witness()}
			is.message = fmt.Sprintf("field %s must be UTF-8 for %s only", n.Name(), map[evctl.Direction]string{
				evctl.Backward: "readers of the new schema", evctl.Forward: "readers of the old schema"}[dir])
		}
	}
	c.report(is)
}

// defaults compares what a reader sees where the field is absent.
func (c *comparer) defaults(p *place, o, n protoreflect.FieldDescriptor) {
	if o.Message() != nil || shape(o) != shape(n) || !o.HasPresence() || !n.HasPresence() {
		return
	}
	if scalarMeaning(o, o.Default()) == scalarMeaning(n, n.Default()) {
		return
	}
	f := fieldOf(rules.DefaultChanged, o, n)
	oldText, newText := scalarText(o, o.Default()), scalarText(n, n.Default())
	f.message = fmt.Sprintf("an event without %s reads as %s, under the old schema as %s", n.Name(), newText, oldText)
	f.remedy = fmt.Sprintf("keep the default %s", oldText)
	oldReading := fmt.Sprintf(" # %s: %s by default", o.Name(), oldText)
	newReading := fmt.Sprintf(" # %s: %s by default", n.Name(), newText)
	f.effects = effects{
		evctl.Backward: {wire | json, c.absent(p, evctl.Backward, oldReading, newReading)},
		evctl.Forward:  {wire | json, c.absent(p, evctl.Forward, newReading, oldReading)},
	}
	c.report(f)
}

// absent is an event in which the message stands, but not the field.
func (c *comparer) absent(p *place, dir evctl.Direction, written, read string) *evctl.Witness {
	m := dynamicpb.NewMessage(p.end(dir, true))
	addCompanion(p, m)
	w := c.try(p, dir, m, wire).witness()
	if w != nil {
		w.Read = strings.TrimSpace(strings.TrimPrefix(w.Read, "# empty") + read)
		w.Written = strings.TrimSpace(w.Written + written)
	}
	return w
}
