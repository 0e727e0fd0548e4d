package protobuf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// A span is a range of numbers, both ends included.
type span struct{ first, last int64 }

func (s span) String() string {
	if s.first == s.last {
		return fmt.Sprint(s.first)
	}
	return fmt.Sprintf("%d to %d", s.first, s.last)
}

// reservations are the numbers and names that a type keeps out of use.
type reservations struct {
	spans []span
	names protoreflect.Names
}

func messageReservations(m protoreflect.MessageDescriptor) reservations {
	r := reservations{names: m.ReservedNames()}
	for i := range m.ReservedRanges().Len() {
		ends := m.ReservedRanges().Get(i)
		r.spans = append(r.spans, span{int64(ends[0]), int64(ends[1]) - 1})
	}
	r.sort()
	return r
}

func enumReservations(e protoreflect.EnumDescriptor) reservations {
	r := reservations{names: e.ReservedNames()}
	for i := range e.ReservedRanges().Len() {
		ends := e.ReservedRanges().Get(i)
		r.spans = append(r.spans, span{int64(ends[0]), int64(ends[1])})
	}
	r.sort()
	return r
}

func (r reservations) sort() {
	slices.SortFunc(r.spans, func(a, b span) int { return cmp.Compare(a.first, b.first) })
}

// without returns what r reserves and other does not.
func (r reservations) without(other reservations) (spans []span, names []protoreflect.Name) {
	cuts := other.spans
	for _, s := range r.spans {
		for len(cuts) > 0 && cuts[0].last < s.first {
			cuts = cuts[1:] // spans of a type do not overlap, and both lists rise
		}
		for _, cut := range cuts {
			if cut.first > s.last {
				break
			}
			if s.first < cut.first {
				spans = append(spans, span{s.first, cut.first - 1})
			}
			s.first = cut.last + 1
		}
		if s.first <= s.last {
			spans = append(spans, s)
		}
	}
	for i := range r.names.Len() {
		if name := r.names.Get(i); !other.names.Has(name) {
			names = append(names, name)
		}
	}
	return spans, names
}

// reserved finds reservations that were lifted.
func (c *comparer) reserved(old, new protoreflect.Descriptor, was, is reservations) {
	spans, names := was.without(is)
	for _, s := range spans {
		key := s.String()
		w := reusedNumber(new, s)
		c.liftReserved(old, new, "number "+key, key, wire, w)
	}
	for _, name := range names {
		c.liftReserved(old, new, fmt.Sprintf("name %q", name), string(name), json,
			&evctl.Witness{Error: fmt.Sprintf("JSON from before the reservation still carries %q for what it meant then", name)})
	}
}

func (c *comparer) liftReserved(old, new protoreflect.Descriptor, what, key string, breaks levels, w *evctl.Witness) {
	is := issue{rule: rules.ReservationRemoved, in: new, was: old, path: path(new), oldPath: path(old), key: key}
	is.message = fmt.Sprintf("%s is not reserved any more in %s", what, new.Name())
	is.remedy = "keep the reservation for ever: events from before it may still be read"
	is.effects = both(breaks, w)
	c.report(is)
}

// reusedNumber is an event from before the reservation: the reader takes its
// bytes for the field that has the number now, or would once there is one.
func reusedNumber(new protoreflect.Descriptor, s span) *evctl.Witness {
	md, ok := new.(protoreflect.MessageDescriptor)
	if !ok {
		return &evctl.Witness{Error: fmt.Sprintf("events from before the reservation still carry %d for what it meant then", s.first)}
	}
	number := protowire.Number(s.first)
	fields := byNumber(md.Fields())
	for _, fd := range fields {
		if int64(fd.Number()) >= s.first && int64(fd.Number()) <= s.last {
			number = fd.Number()
			break
		}
	}
	return reuse(md, number)
}

func reuse(md protoreflect.MessageDescriptor, number protowire.Number) *evctl.Witness {
	data := protowire.AppendTag(nil, number, protowire.BytesType)
	data = protowire.AppendString(data, "abc")
	w := &evctl.Witness{Hex: fmt.Sprintf("%x", data), Written: strings.Join(unknownText(data), " ")}
	reader := dynamicpb.NewMessage(md)
	if err := unmarshal(data, reader); err != nil {
		w.Error = errorText(err)
		return w
	}
	w.Read = readText(reader)
	if md.Fields().ByNumber(number) == nil {
		w.Error = fmt.Sprintf("no event shows it yet: the next field under number %d takes such bytes for its own", number)
	}
	return w
}
