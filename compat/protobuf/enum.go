package protobuf

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// An enumPair is an enum in both versions with the field that shows it; p is
// nil if no message of the file uses the enum.
type enumPair struct {
	p        *place
	o, n     protoreflect.FieldDescriptor
	old, new protoreflect.EnumDescriptor
	// the names of each number, in the order of declaration; writers of
	// ProtoJSON use the first
	oldNames, newNames map[protoreflect.EnumNumber][]protoreflect.Name
}

// enum compares the types of two enum fields.
func (c *comparer) enum(p *place, o, n protoreflect.FieldDescriptor) {
	c.enums(enumPair{p: p, o: o, n: n, old: o.Enum(), new: n.Enum()})
}

func (c *comparer) enums(e enumPair) {
	pair := [2]protoreflect.FullName{e.old.FullName(), e.new.FullName()}
	if c.seen[pair] {
		return
	}
	c.seen[pair] = true
	e.oldNames, e.newNames = names(e.old), names(e.new)
	for _, number := range numbers(e.old, e.new) {
		o, n := e.old.Values().ByNumber(number), e.new.Values().ByNumber(number)
		switch {
		case n == nil:
			c.removedValue(e, number)
		case o == nil:
			c.addedValue(e, n)
		default:
			c.valueNames(e, o, n)
		}
	}
	c.reserved(e.old, e.new, enumReservations(e.old), enumReservations(e.new))
	c.jsonFormat(e.old, e.new)
	c.openness(e)
}

// numbers returns the numbers of both enums, ascending.
func numbers(enums ...protoreflect.EnumDescriptor) []protoreflect.EnumNumber {
	var list []protoreflect.EnumNumber
	for _, e := range enums {
		for i := range e.Values().Len() {
			list = append(list, e.Values().Get(i).Number())
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func names(e protoreflect.EnumDescriptor) map[protoreflect.EnumNumber][]protoreflect.Name {
	byNumber := map[protoreflect.EnumNumber][]protoreflect.Name{}
	for i := range e.Values().Len() {
		v := e.Values().Get(i)
		byNumber[v.Number()] = append(byNumber[v.Number()], v.Name())
	}
	return byNumber
}

func (c *comparer) removedValue(e enumPair, number protoreflect.EnumNumber) {
	gone := e.oldNames[number]
	o := e.old.Values().ByNumber(number)
	is := issue{rule: rules.EnumValueRemoved, in: e.new, was: o, path: path(e.new), oldPath: path(o), key: string(o.Name())}
	if n := e.new.Values().ByName(o.Name()); n != nil {
		c.renumberedValue(e, o, n)
		return
	}
	breaks := value | source
	var free []string
	if !e.new.ReservedRanges().Has(number) {
		breaks |= wire
		free = append(free, fmt.Sprintf("number %d", number))
	}
	for _, name := range gone {
		if !e.new.ReservedNames().Has(name) && e.new.Values().ByName(name) == nil {
			breaks |= json
			free = append(free, fmt.Sprintf("name %s", name))
		}
	}
	is.message = fmt.Sprintf("enum %s has no %s = %d any more", e.new.Name(), o.Name(), number)
	if len(free) > 0 {
		is.message += ", and does not reserve " + strings.Join(free, " and ")
	}
	is.remedy = fmt.Sprintf("write `reserved %d; reserved \"%s\";` into %s, once no event with it is left to be read", number, o.Name(), e.new.Name())
	is.effects = effects{evctl.Backward: {breaks, c.valueWitness(e, evctl.Backward, number, breaks)}}
	c.report(is)
}

func (c *comparer) renumberedValue(e enumPair, o, n protoreflect.EnumValueDescriptor) {
	is := issue{rule: rules.EnumValueRenumbered, in: n, was: o, path: path(e.new), key: string(n.Name())}
	is.path, is.oldPath = path(n), path(o)
	is.message = fmt.Sprintf("enum value %s has number %d, in the old schema %d", n.Name(), n.Number(), o.Number())
	is.remedy = fmt.Sprintf("keep %s = %d", o.Name(), o.Number())
	is.effects = effects{
		evctl.Backward: {wire | json, c.valueWitness(e, evctl.Backward, o.Number(), wire)},
		evctl.Forward:  {wire | json, c.valueWitness(e, evctl.Forward, n.Number(), wire)},
	}
	c.report(is)
}

func (c *comparer) addedValue(e enumPair, n protoreflect.EnumValueDescriptor) {
	if e.old.Values().ByName(n.Name()) != nil {
		return // renumbered
	}
	is := issue{rule: rules.EnumValueAdded, in: n, was: e.old, path: path(n), oldPath: path(e.old)}
	breaks := json
	how := "a reader of JSON refuses or drops the name"
	if e.old.IsClosed() {
		breaks |= wire
		how = "a reader takes the field for absent, since the enum is closed"
	}
	is.message = fmt.Sprintf("enum value %s = %d is new: %s", n.Name(), n.Number(), how)
	is.remedy = "let every reader know the value before a writer uses it: publish it in a version of its own under BACKWARD, or keep to level wire if nobody reads JSON"
	is.effects = effects{evctl.Forward: {breaks, c.valueWitness(e, evctl.Forward, n.Number(), breaks)}}
	c.report(is)
}

// valueNames compares the names of one number. A side breaks if the other
// writes a name that it does not have for the number.
func (c *comparer) valueNames(e enumPair, o, n protoreflect.EnumValueDescriptor) {
	was, is := e.oldNames[o.Number()], e.newNames[n.Number()]
	f := issue{rule: rules.EnumValueRenamed, in: n, was: o, path: path(e.new), oldPath: path(o), key: fmt.Sprint(n.Number())}
	f.message = fmt.Sprintf("enum %s writes %d as %s, in the old schema as %s", e.new.Name(), n.Number(), is[0], was[0])
	f.remedy = fmt.Sprintf("keep %s first and declare the new name after it, with allow_alias", was[0])
	f.effects = effects{}
	if slices.ContainsFunc(was, func(name protoreflect.Name) bool { return !slices.Contains(is, name) }) {
		f.effects[evctl.Backward] = effect{json | source, c.valueWitness(e, evctl.Backward, o.Number(), json)}
	}
	if !slices.Contains(was, is[0]) {
		f.effects[evctl.Forward] = effect{json, c.valueWitness(e, evctl.Forward, n.Number(), json)}
	}
	c.report(f)
}

// valueWitness is an event that carries an enum value.
func (c *comparer) valueWitness(e enumPair, dir evctl.Direction, number protoreflect.EnumNumber, breaks levels) *evctl.Witness {
	if c.full(breaks) {
		return nil // nobody will see it
	}
	if e.p == nil {
		written := e.oldNames
		if dir == evctl.Forward {
			written = e.newNames
		}
		return &evctl.Witness{Error: fmt.Sprintf("no message of the file uses the enum; one that does writes %d or %q",
			number, written[number][0])}
	}
	fd := writerField(dir, e.o, e.n)
	m := dynamicpb.NewMessage(e.p.end(dir, true))
	v := protoreflect.ValueOfEnum(number)
	switch {
	case fd.IsMap():
		return nil // an entry of its own is compared as a message
	default:
		set(m, fd, v)
	}
	for _, encoding := range []levels{wire, json} {
		if t := c.try(e.p, dir, m, encoding); t.broken {
			return t.witness()
		}
	}
	return c.enumName(e, dir, number, c.try(e.p, dir, m, wire).witness())
}

// enumName words what bytes cannot show: an open enum keeps a number that has
// no name.
func (c *comparer) enumName(e enumPair, dir evctl.Direction, number protoreflect.EnumNumber, w *evctl.Witness) *evctl.Witness {
	if w == nil {
		return nil
	}
	reader := e.new
	if dir == evctl.Forward {
		reader = e.old
	}
	w.Error = fmt.Sprintf("the reader's %s has other names for %d", reader.Name(), number)
	return w
}

// openness compares what happens to a number without a name: an open enum
// keeps it, a closed one leaves the field unset.
func (c *comparer) openness(e enumPair) {
	if e.old.IsClosed() == e.new.IsClosed() {
		return
	}
	word := map[bool]string{true: "closed", false: "open"}
	is := issue{rule: rules.EnumOpennessChanged, in: e.new, was: e.old, path: path(e.new), oldPath: path(e.old)}
	is.message = fmt.Sprintf("enum %s is %s, in the old schema %s", e.new.Name(), word[e.new.IsClosed()], word[e.old.IsClosed()])
	is.remedy = fmt.Sprintf("keep the enum %s", word[e.old.IsClosed()])
	dir := evctl.Backward
	if e.old.IsClosed() {
		dir = evctl.Forward
	}
	is.effects = effects{dir: {value, c.unknownNumber(e, dir)}, opposite(dir): {source, nil}}
	c.report(is)
}

// unknownNumber is an event with a number that neither version names.
func (c *comparer) unknownNumber(e enumPair, dir evctl.Direction) *evctl.Witness {
	if e.p == nil || e.o.IsMap() {
		return nil
	}
	all := numbers(e.old, e.new)
	number := all[len(all)-1]
	if number == 1<<31-1 {
		return nil
	}
	m := dynamicpb.NewMessage(e.p.end(dir, true))
	set(m, writerField(dir, e.o, e.n), protoreflect.ValueOfEnum(number+1))
	return c.try(e.p, dir, m, wire).witness()
}
