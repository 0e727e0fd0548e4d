package protobuf

import (
	"math"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/evctl/evctl/envelope/fault"
	"github.com/evctl/evctl/internal/ascii"
	"github.com/evctl/evctl/internal/protobuf"
)

// MaxDepth is how deep messages may be nested: what C++ and Java read unless
// told otherwise.
const MaxDepth = 100

// A Role is whose half of the contract is checked.
type Role int

// The roles.
const (
	// Reader accepts fields and enum values that the schema does not declare, and
	// numbers that are cut to 32 bits, as every implementation does.
	Reader Role = iota
	// Writer accepts none of them: a producer writes what its schema knows.
	Writer
)

// A checker is one check under way. Its methods return the place behind what
// they checked, or failed.
type checker struct {
	data    []byte
	strict  bool
	missing *fault.Fault // a required field
	fault   *fault.Fault
}

const failed = -1

// Check reports the first place where data are no message of the schema, or nil.
func (p *Program) Check(data []byte, role Role) *fault.Fault {
	c := checker{data: data, strict: role == Writer}
	c.message(p.root, 0, len(data), 0, 0)
	if c.fault == nil && c.missing != nil && !p.decodes(data) {
		return c.missing
	}
	return c.fault
}

// decodes asks the library about a required field that is missing: a message
// that comes twice where one may stand is put together, and of two entries with
// one key the last counts.
func (p *Program) decodes(data []byte) bool {
	_, err := protobuf.Unmarshal(p.descriptor, data)
	return err == nil
}

// message checks the fields up to end, or up to the end of the group.
func (c *checker) message(m *message, at, end, depth int, group protowire.Number) int {
	if depth > MaxDepth {
		return c.fail(at, "nested deeper than %d", MaxDepth)
	}
	var came seen
	next := 0 // fields mostly come in order
	for at < end {
		if next < len(m.fields) {
			if after := c.quick(&m.fields[next], &came, at, end); after != failed {
				at = after
				next++
				continue
			}
		}
		tag, begin := uint64(c.data[at]), at+1
		if tag >= 0x80 {
			if tag, begin = c.varint(at, end); begin == failed {
				return failed
			}
		}
		number, wire := protowire.DecodeTag(tag)
		if number < protowire.MinValidNumber || number > protowire.MaxValidNumber || tag>>3 > math.MaxInt32 {
			return c.fail(at, "field number %d", tag>>3)
		}
		if wire == protowire.EndGroupType {
			if number != group {
				return c.fail(at, "the end of group %d, which is not open", number)
			}
			return c.finish(m, &came, begin)
		}
		var index int
		if index = next; index >= len(m.fields) || m.fields[index].number != number {
			index = m.index(number)
		}
		if index == failed {
			if at = c.unknown(m, number, wire, at, begin, end, depth); at == failed {
				return failed
			}
			continue
		}
		f := &m.fields[index]
		next = index + 1
		if f.bit >= 0 && wire == f.wire {
			came.set(f.bit)
		}
		if at = c.field(f, wire, at, begin, end, depth); at == failed {
			c.fault.Within(f.name)
			return failed
		}
	}
	if group != 0 {
		return c.fail(at, "the bytes end within group %d", group)
	}
	return c.finish(m, &came, at)
}

// quick checks the field that most probably comes if it is a short string. It
// returns failed, and notes no fault, where the way of every field must tell.
func (c *checker) quick(f *field, came *seen, at, end int) int {
	if f.quick == 0 || at+1 >= end || c.data[at] != f.quick || c.data[at+1] >= 0x80 {
		return failed
	}
	begin := at + 2
	after := begin + int(c.data[at+1])
	if after > end || !ascii.Within(c.data, begin, after) && !utf8.Valid(c.data[begin:after]) {
		return failed
	}
	if f.bit >= 0 {
		came.set(f.bit)
	}
	return after
}

// finish remembers the first required field that is missing.
func (c *checker) finish(m *message, came *seen, at int) int {
	if c.missing != nil || !m.demands {
		return at
	}
	if bit := came.lacks(&m.required); bit >= 0 {
		for i := range m.fields {
			if m.fields[i].bit == bit {
				c.missing = fault.New(at, "%s lacks its required field %s", m.name, m.fields[i].name)
			}
		}
	}
	return at
}

func (m *message) index(number protowire.Number) int {
	if number < dense {
		return int(m.dense[number]) - 1
	}
	low, high := 0, len(m.fields)
	for low < high {
		if middle := (low + high) / 2; m.fields[middle].number < number {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low < len(m.fields) && m.fields[low].number == number {
		return low
	}
	return failed
}

func (c *checker) unknown(m *message, number protowire.Number, wire protowire.Type, tag, at, end, depth int) int {
	if c.strict && !m.extensions.Has(number) {
		return c.fail(tag, "%s does not declare field %d", m.name, number)
	}
	return c.skip(number, wire, at, end, depth)
}

func (c *checker) skip(number protowire.Number, wire protowire.Type, at, end, depth int) int {
	switch wire {
	case protowire.VarintType:
		_, at = c.varint(at, end)
		return at
	case protowire.Fixed32Type:
		return c.fixed(at, end, 4)
	case protowire.Fixed64Type:
		return c.fixed(at, end, 8)
	case protowire.BytesType:
		_, at = c.sized(at, end)
		return at
	case protowire.StartGroupType:
		return c.skipGroup(number, at, end, depth+1)
	}
	return c.fail(at, "wire type %d", wire)
}

func (c *checker) skipGroup(group protowire.Number, at, end, depth int) int {
	if depth > MaxDepth {
		return c.fail(at, "nested deeper than %d", MaxDepth)
	}
	for at < end {
		tag, begin := c.varint(at, end)
		if begin == failed {
			return failed
		}
		number, wire := protowire.DecodeTag(tag)
		switch {
		case number < protowire.MinValidNumber || number > protowire.MaxValidNumber || tag>>3 > math.MaxInt32:
			return c.fail(at, "field number %d", tag>>3)
		case wire == protowire.EndGroupType && number == group:
			return begin
		case wire == protowire.EndGroupType:
			return c.fail(at, "the end of group %d, which is not open", number)
		}
		if at = c.skip(number, wire, begin, end, depth); at == failed {
			return failed
		}
	}
	return c.fail(at, "the bytes end within group %d", group)
}

func (c *checker) field(f *field, wire protowire.Type, tag, at, end, depth int) int {
	switch {
	case wire == f.wire:
		return c.value(f, at, end, depth)
	case wire == protowire.BytesType && f.packs:
		return c.packed(f, at, end)
	case c.strict:
		return c.fail(tag, "wire type %d, want %d", wire, f.wire)
	}
	return c.skip(f.number, wire, at, end, depth) // counts as a field that is not declared
}

func (c *checker) value(f *field, at, end, depth int) int {
	switch f.wire {
	case protowire.VarintType:
		return c.number(f, at, end)
	case protowire.Fixed32Type:
		return c.fixed(at, end, 4)
	case protowire.Fixed64Type:
		return c.fixed(at, end, 8)
	case protowire.StartGroupType:
		return c.message(f.message, at, end, depth+1, f.number)
	}
	begin, after := c.sized(at, end)
	switch {
	case after == failed:
		return failed
	case f.message != nil:
		return c.message(f.message, begin, after, depth+1, 0)
	case f.text && !utf8.Valid(c.data[begin:after]):
		return c.fail(begin, "a string that is not UTF-8")
	}
	return after
}

func (c *checker) packed(f *field, at, end int) int {
	at, after := c.sized(at, end)
	if after == failed {
		return failed
	}
	for at < after {
		if at = c.value(f, at, after, 0); at == failed {
			return failed
		}
	}
	return at
}

func (c *checker) fail(at int, format string, args ...any) int {
	c.fault = fault.New(at, format, args...)
	return failed
}
