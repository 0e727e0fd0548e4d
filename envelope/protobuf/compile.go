package protobuf

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
)

// A Program checks the bytes of one message. It may be used by many goroutines.
type Program struct {
	root       *message
	descriptor protoreflect.MessageDescriptor
}

type message struct {
	name       string
	fields     []field // by number
	dense      [dense]int16
	extensions protoreflect.FieldRanges
	required   seen
	demands    bool // there are required fields
}

// dense is how many of the low field numbers are looked up in a table; it holds
// the index of the field plus 1.
const dense = 64

type field struct {
	number  protowire.Number
	name    string
	wire    protowire.Type
	packs   bool // may come packed
	value   value
	text    bool // must be UTF-8
	quick   byte // the tag, if it has one byte and the field is such a text; else 0
	message *message
	enum    *enum
	bit     int // in seen; -1 for a field that may be missing
}

// A value is what a varint may hold.
type value byte

const (
	any64 value = iota
	signed32
	unsigned32
	boolean
	enumerated
)

// seen holds a bit for each required field of a message.
type seen [4]uint64

const maxSeen = 256

// Compile prepares the message that the schema stands for.
func Compile(ctx context.Context, s *evctl.Schema) (*Program, error) {
	file, err := protobuf.Compile(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	subject, ok := file.Subject()
	if !ok {
		return nil, fmt.Errorf("compile %s: the file declares no message", s.SchemaRef)
	}
	root, err := compiler{}.message(subject)
	return &Program{root, subject}, err
}

// Indexes are those of the message, as a Confluent frame gives them.
func (p *Program) Indexes() []int { return protobuf.MessageIndexes(p.descriptor) }

// A compiler keeps each message: they may hold themselves.
type compiler map[protoreflect.FullName]*message

func (c compiler) message(d protoreflect.MessageDescriptor) (*message, error) {
	if m := c[d.FullName()]; m != nil {
		return m, nil
	}
	m := &message{name: string(d.FullName()), extensions: d.ExtensionRanges()}
	c[d.FullName()] = m
	bits := 0
	for i := range d.Fields().Len() {
		fd := d.Fields().Get(i)
		f, err := c.field(fd)
		if err != nil {
			return nil, err
		}
		if must(fd) {
			if bits == maxSeen {
				return nil, fmt.Errorf("message %s: more than %d required fields", m.name, maxSeen)
			}
			f.bit = bits
			m.required.set(bits)
			m.demands = true
			bits++
		}
		m.fields = append(m.fields, f)
	}
	slices.SortFunc(m.fields, func(a, b field) int { return cmp.Compare(a.number, b.number) })
	for i, f := range m.fields {
		if f.number < dense {
			m.dense[f.number] = int16(i + 1)
		}
	}
	return m, nil
}

// must reports whether a message without the field is none: a required one, and
// the value of a map's entry that stands for a message with required fields.
func must(fd protoreflect.FieldDescriptor) bool {
	if fd.Cardinality() == protoreflect.Required {
		return true
	}
	return fd.ContainingMessage().IsMapEntry() && fd.Number() == 2 && fd.Message() != nil && fd.Message().RequiredNumbers().Len() > 0
}

func (c compiler) field(fd protoreflect.FieldDescriptor) (f field, err error) {
	f = field{number: fd.Number(), name: string(fd.Name()), bit: -1}
	f.wire, f.value = wireOf(fd.Kind())
	f.packs = fd.IsList() && f.wire != protowire.BytesType && f.wire != protowire.StartGroupType
	f.text = fd.Kind() == protoreflect.StringKind && protobuf.VerifiesUTF8(fd)
	if tag := protowire.EncodeTag(f.number, f.wire); f.text && tag < 0x80 {
		f.quick = byte(tag)
	}
	if fd.Message() != nil {
		f.message, err = c.message(fd.Message())
	}
	if fd.Enum() != nil {
		f.enum = newEnum(fd.Enum())
	}
	return f, err
}

func wireOf(kind protoreflect.Kind) (protowire.Type, value) {
	switch kind {
	case protoreflect.BoolKind:
		return protowire.VarintType, boolean
	case protoreflect.EnumKind:
		return protowire.VarintType, enumerated
	case protoreflect.Int32Kind:
		return protowire.VarintType, signed32
	case protoreflect.Uint32Kind, protoreflect.Sint32Kind:
		return protowire.VarintType, unsigned32
	case protoreflect.Int64Kind, protoreflect.Uint64Kind, protoreflect.Sint64Kind:
		return protowire.VarintType, any64
	case protoreflect.Fixed32Kind, protoreflect.Sfixed32Kind, protoreflect.FloatKind:
		return protowire.Fixed32Type, any64
	case protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind, protoreflect.DoubleKind:
		return protowire.Fixed64Type, any64
	case protoreflect.GroupKind:
		return protowire.StartGroupType, any64
	default:
		return protowire.BytesType, any64
	}
}

func (s *seen) set(bit int)      { s[bit>>6] |= 1 << (bit & 63) }
func (s *seen) has(bit int) bool { return s[bit>>6]&(1<<(bit&63)) != 0 }

// lacks returns the first bit of wanted that s lacks, or -1.
func (s *seen) lacks(wanted *seen) int {
	for bit := range maxSeen {
		if wanted.has(bit) && !s.has(bit) {
			return bit
		}
	}
	return -1
}
