package protobuf

import (
	"context"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
)

// A comparer compares two compiled schemas once.
type comparer struct {
	old, new           *protobuf.File
	oldTypes, newTypes *dynamicpb.Types
	asked              map[evctl.Direction]bool
	deciding           levels
	strict             bool     // the subject's message must be there
	root               *place   // the subject's message
	messages           []*place // still to be compared
	seen               map[[2]protoreflect.FullName]bool
	findings           []evctl.Finding
	found              map[bool]int // errors, and others, listed or not
}

func newComparer(old, new *protobuf.File, dirs []evctl.Direction, level evctl.Level, strict bool) *comparer {
	c := &comparer{old: old, new: new, oldTypes: old.Types(), newTypes: new.Types(),
		asked: map[evctl.Direction]bool{}, deciding: deciding(level), strict: strict, seen: map[[2]protoreflect.FullName]bool{}, found: map[bool]int{}}
	for _, dir := range dirs {
		c.asked[dir] = true
	}
	return c
}

// types resolves extensions for one side of a question.
func (c *comparer) types(dir evctl.Direction, writer bool) *dynamicpb.Types {
	if (dir == evctl.Backward) == writer {
		return c.oldTypes
	}
	return c.newTypes
}

// run compares the subject's message and all that it reaches, then what else
// the file declares. It visits messages breadth first, so that a witness holds
// as few messages in messages as can be.
func (c *comparer) run(ctx context.Context) error {
	c.packages()
	c.fileOptions()
	c.subject()
	if err := c.drain(ctx); err != nil {
		return err
	}
	if c.old.Named() || c.new.Named() {
		return nil
	}
	c.gone(c.old)
	c.rest(c.new)
	c.extensions(c.old)
	c.services()
	return c.drain(ctx)
}

func (c *comparer) drain(ctx context.Context) error {
	for len(c.messages) > 0 && ctx.Err() == nil {
		next := c.messages[0]
		c.messages = c.messages[1:]
		c.message(ctx, next)
	}
	return context.Cause(ctx)
}

// maxPath is how many messages a witness may hold in one another. A message
// that only stands deeper is shown alone.
const maxPath = 16

// visit queues a pair of messages unless it has been seen.
func (c *comparer) visit(p *place) {
	if p.parent != nil {
		if p.depth = p.parent.depth + 1; p.depth > maxPath {
			p.parent, p.depth = nil, 0
		}
	}
	pair := [2]protoreflect.FullName{p.old.FullName(), p.new.FullName()}
	if !c.seen[pair] {
		c.seen[pair] = true
		c.messages = append(c.messages, p)
	}
}

// message compares the fields, oneofs and reservations of two messages. It stops
// early when ctx ends.
func (c *comparer) message(ctx context.Context, p *place) {
	for _, o := range byNumber(p.old.Fields()) {
		if ctx.Err() != nil {
			return
		}
		if n := p.new.Fields().ByNumber(o.Number()); n != nil {
			c.field(p, o, n)
		} else {
			c.removedField(p, o)
		}
	}
	for _, n := range byNumber(p.new.Fields()) {
		if p.old.Fields().ByNumber(n.Number()) == nil {
			c.addedField(p, n)
		}
	}
	c.oneofs(p)
	c.oneofNames(p)
	c.extensionRanges(p)
	c.reserved(p.old, p.new, messageReservations(p.old), messageReservations(p.new))
	c.jsonFormat(p.old, p.new)
}

// jsonPath joins names to a JSON pointer.
func jsonPath(names ...protoreflect.FullName) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteByte('/')
		b.WriteString(string(name))
	}
	return b.String()
}

// path is where a field, value or oneof stands: the type it belongs to and its
// own name.
func path(d protoreflect.Descriptor) string {
	switch d := d.(type) {
	case protoreflect.FieldDescriptor:
		if d.IsExtension() {
			return jsonPath(d.FullName())
		}
		return jsonPath(d.Parent().FullName(), protoreflect.FullName(d.Name()))
	case protoreflect.EnumValueDescriptor, protoreflect.OneofDescriptor, protoreflect.MethodDescriptor:
		return jsonPath(d.Parent().FullName(), protoreflect.FullName(d.Name()))
	}
	return jsonPath(d.FullName())
}

func sortByNumber(list []protoreflect.FieldDescriptor) {
	slices.SortFunc(list, func(a, b protoreflect.FieldDescriptor) int { return int(a.Number()) - int(b.Number()) })
}
