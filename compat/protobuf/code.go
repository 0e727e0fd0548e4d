package protobuf

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/protobuf"
)

// code starts an issue that only generated code sees.
func code(in, was protoreflect.Descriptor, format string, args ...any) issue {
	is := issue{rule: rules.GeneratedCodeChanged, in: in, was: was, path: path(in), oldPath: path(was)}
	is.message = fmt.Sprintf(format, args...)
	is.effects = both(source, codeWitness(was))
	return is
}

// fileOptions compares what the options of the file tell code generators.
func (c *comparer) fileOptions() {
	was, now := protobuf.CodeOptions(c.old), protobuf.CodeOptions(c.new)
	for _, name := range protobuf.CodeOptionNames() {
		if was[name] == now[name] {
			continue
		}
		is := code(c.new, c.old, "option %s is %s, in the old schema %s", name, orNothing(now[name]), orNothing(was[name]))
		is.path, is.oldPath, is.key = "/options/"+name, "", name
		is.remedy = fmt.Sprintf("keep %s as it is, or change the code of every consumer with the schema", name)
		is.effects = both(source, &evctl.Witness{Error: "no event shows it: generated code has another place, other names or other types"})
		c.report(is)
	}
}

func orNothing(text string) string {
	if text == "" {
		return "not set"
	}
	return text
}

// fieldOptions compares what the options of a field tell code generators.
func (c *comparer) fieldOptions(o, n protoreflect.FieldDescriptor) {
	was, now := protobuf.FieldCode(o), protobuf.FieldCode(n)
	if was == now {
		return
	}
	is := code(n, o, "field %s has %s in code, in the old schema %s", n.Name(), now, was)
	is.remedy = "keep the field's ctype and jstype"
	c.report(is)
}

// oneofNames notes oneofs that generated code no longer has under their name.
func (c *comparer) oneofNames(p *place) {
	for i := range p.old.Oneofs().Len() {
		o := p.old.Oneofs().Get(i)
		if o.IsSynthetic() {
			continue
		}
		if n := p.new.Oneofs().ByName(o.Name()); n == nil || n.IsSynthetic() {
			is := code(p.new, o, "message %s has no oneof %s any more", p.new.Name(), o.Name())
			is.path, is.oldPath = path(o), ""
			is.remedy = fmt.Sprintf("keep the oneof's name %s, or change the code of every consumer with the schema", o.Name())
			c.report(is)
		}
	}
}

// extensionRanges notes numbers that extensions may no longer take.
func (c *comparer) extensionRanges(p *place) {
	lost, _ := extensionNumbers(p.old).without(extensionNumbers(p.new))
	for _, s := range lost {
		is := code(p.new, p.old, "message %s leaves the numbers %s to extensions no more", p.new.Name(), s)
		is.key = s.String()
		is.remedy = fmt.Sprintf("keep `extensions %s;`: whoever extends the message there does not compile without it", s)
		c.report(is)
	}
}

func extensionNumbers(m protoreflect.MessageDescriptor) reservations {
	r := reservations{names: none{}}
	for i := range m.ExtensionRanges().Len() {
		ends := m.ExtensionRanges().Get(i)
		r.spans = append(r.spans, span{int64(ends[0]), int64(ends[1]) - 1})
	}
	r.sort()
	return r
}

// none is an empty list of names.
type none struct{ protoreflect.Names }

func (none) Len() int                   { return 0 }
func (none) Has(protoreflect.Name) bool { return false }

// renamedSubject notes that generated code calls the subject's message
// otherwise; another package alone is a finding of its own.
func (c *comparer) renamedSubject(o, n protoreflect.MessageDescriptor) {
	if c.newName(o.FullName()) == n.FullName() || o.FullName() == n.FullName() {
		return
	}
	is := code(n, o, "the message is called %s, in the old schema %s", n.FullName(), o.FullName())
	is.remedy = fmt.Sprintf("keep the name %s: generated code uses it, and so does google.protobuf.Any", o.FullName())
	c.report(is)
}

// movedType notes a type that another file declares now.
func (c *comparer) movedType(o, n protoreflect.Descriptor) {
	is := code(n, o, "%s has moved to %s", o.FullName(), n.ParentFile().Path())
	is.in, is.key = c.new, "file"
	is.remedy = "leave the type in its file: programs include or import that"
	c.report(is)
}

// extensionName compares the names of two extensions of one number; ProtoJSON
// writes them in full.
func (c *comparer) extensionName(p *place, o, n protoreflect.FieldDescriptor) {
	if !o.IsExtension() || c.newName(o.FullName()) == n.FullName() || o.FullName() == n.FullName() {
		return
	}
	is := fieldOf(rules.FieldRenamed, o, n)
	is.key = fmt.Sprint(n.Number())
	is.message = fmt.Sprintf("extension %d of %s is called %s, in the old schema %s", n.Number(), p.new.Name(), n.FullName(), o.FullName())
	is.remedy = fmt.Sprintf("keep the name %s, or put the new name on an extension with a new number", o.FullName())
	is.effects = effects{}
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		is.effects[dir] = effect{json | source, c.nameWitness(p, dir, o, n)}
	}
	c.report(is)
}
