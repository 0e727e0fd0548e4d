package protobuf

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// Renames finds fields of the subject's message, and of those it reaches, that
// vanish while one of the same type appears beside them under another number.
// Schemas that do not compile have none. The error means that ctx ended.
func (e *Engine) Renames(ctx context.Context, old, new *evctl.Schema) ([]evctl.Finding, error) {
	n, problems, err := e.compileNew(ctx, old, new)
	o, more, err2 := compile(ctx, old, e.compiler.CompilePublished)
	if err != nil || err2 != nil || len(problems)+len(more) > 0 {
		return nil, ctx.Err()
	}
	c := newComparer(o, n, nil, "", false)
	c.subject()
	var findings []evctl.Finding
	for len(c.messages) > 0 && len(findings) < maxFindings && ctx.Err() == nil {
		p := c.messages[0]
		c.messages = c.messages[1:]
		findings = append(findings, c.renames(p)...)
		c.visitFields(p)
	}
	evctl.SortFindings(findings)
	return findings[:min(len(findings), maxFindings)], ctx.Err()
}

// visitFields queues the messages that the fields of both versions hold.
func (c *comparer) visitFields(p *place) {
	for _, o := range byNumber(p.old.Fields()) {
		n := p.new.Fields().ByNumber(o.Number())
		if n != nil && o.Message() != nil && n.Message() != nil && o.IsMap() == n.IsMap() {
			c.visit(&place{old: o.Message(), new: n.Message(), parent: p, oldField: o, newField: n})
		}
	}
}

// renames pairs what vanishes with what appears, each once, by number.
func (c *comparer) renames(p *place) []evctl.Finding {
	appeared := map[string][]protoreflect.FieldDescriptor{}
	for _, n := range byNumber(p.new.Fields()) {
		if !has(p.old, n) {
			appeared[likeness(n)] = append(appeared[likeness(n)], n)
		}
	}
	var findings []evctl.Finding
	for _, o := range byNumber(p.old.Fields()) {
		like := appeared[likeness(o)]
		if has(p.new, o) || len(like) == 0 {
			continue
		}
		findings = append(findings, c.rename(o, like[0]))
		appeared[likeness(o)] = like[1:]
	}
	return findings
}

// has reports whether a message has a field of the number or the name of fd.
func has(m protoreflect.MessageDescriptor, fd protoreflect.FieldDescriptor) bool {
	return m.Fields().ByNumber(fd.Number()) != nil || m.Fields().ByName(fd.Name()) != nil
}

// likeness spells what two fields must share to be taken for one.
func likeness(fd protoreflect.FieldDescriptor) string {
	text := fmt.Sprint(typeText(fd), fd.Cardinality(), fd.HasPresence())
	if oneof := realOneof(fd); oneof != nil {
		text += " in " + string(oneof.Name())
	}
	return text
}

func (c *comparer) rename(o, n protoreflect.FieldDescriptor) evctl.Finding {
	f := rules.ProbableRename.At(c.new.Position(n),
		"field %d %q vanishes and %d %q of the same type appears: readers of either miss what the other holds",
		o.Number(), o.Name(), n.Number(), n.Name())
	f.Path, f.Key = path(n), string(o.Name())
	f.Old = &evctl.OldPosition{Position: c.old.Position(o), Path: path(o)}
	f.Remedy = fmt.Sprintf("keep %s = %d; or keep it beside %s and write both until every consumer has moved", o.Name(), o.Number(), n.Name())
	return f
}
