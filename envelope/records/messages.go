package records

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/protobuf"
)

// Messages returns a reader of length-delimited Protobuf messages, as protodelim
// and Java's writeDelimitedTo write them: before each its length as a varint. A
// message over limit bytes is an error, which names where it begins. Hand next to
// envelope.Stream.Records, and [MessageJSON] to Stream.JSON.
func Messages(r io.Reader, limit int) (next func() (envelope.Record, error)) {
	m := &messages{r: bufio.NewReaderSize(r, readAhead), limit: uint64(limit)}
	return m.next
}

type messages struct {
	r     *bufio.Reader
	limit uint64 // bytes of a message
	at    int64  // bytes read so far
	count int    // messages begun
	data  []byte // of the last message
}

// ReadByte counts what the length takes.
func (m *messages) ReadByte() (byte, error) {
	b, err := m.r.ReadByte()
	if err == nil {
		m.at++
	}
	return b, err
}

// next returns io.EOF behind the last message.
func (m *messages) next() (envelope.Record, error) {
	if _, err := m.r.Peek(1); err != nil {
		return envelope.Record{}, err
	}
	m.count++
	start := m.at
	size, err := length(m)
	if err == nil && size > m.limit {
		err = fmt.Errorf("its length of %d bytes is over the limit of %d", size, m.limit)
	}
	if err == nil {
		m.data = append(m.data[:0], make([]byte, size)...)
		_, err = io.ReadFull(m.r, m.data)
	}
	if err != nil {
		return envelope.Record{}, fmt.Errorf("message %d, at byte %d: %w", m.count, start, whole(err))
	}
	m.at += int64(size)
	return envelope.Record{Text: m.data, Line: m.count, Offset: start, Next: m.at, Last: m.r.Buffered() == 0}, nil
}

// length reads a varint of 64 bits at most.
func length(r io.ByteReader) (n uint64, err error) {
	for shift := 0; ; shift += 7 {
		b, err := r.ReadByte()
		switch {
		case err != nil:
			return 0, err
		case shift == 63 && b > 1:
			return 0, errors.New("its length is no varint of 64 bits")
		case b < 0x80:
			return n | uint64(b)<<shift, nil
		}
		n |= uint64(b&0x7f) << shift
	}
}

// MessageJSON returns what makes an event of a message whose fields are named as
// the envelope's. It is the message's ProtoJSON under the names of the .proto
// file, but for what the envelope has other forms for: whole numbers are numbers,
// times have three digits of a second at least, and a payload of bytes or text that
// is an object of JSON is that object. A field that is not set, or zero where
// Protobuf does not tell, is left out, as is one that the type does not declare.
func MessageJSON(of protobuf.Message) func(data []byte) ([]byte, error) {
	c := &converter{of, protojson.MarshalOptions{UseProtoNames: true, AllowPartial: true, Resolver: of.Types}}
	return c.event
}

type converter struct {
	of   protobuf.Message
	json protojson.MarshalOptions
}

func (c *converter) event(data []byte) ([]byte, error) {
	m, err := protobuf.Unmarshal(c.of.Descriptor, data)
	if err != nil {
		return nil, err
	}
	out := []byte{'{'}
	fields := c.of.Descriptor.Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if !m.Has(f) {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(jsondoc.AppendString(out, string(f.Name())), ':')
		if out, err = c.field(out, m, f); err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name(), err)
		}
		if len(out) > maxRecord {
			return nil, oversizedRecord()
		}
	}
	return append(out, '}'), nil
}

func (c *converter) field(out []byte, m protoreflect.Message, f protoreflect.FieldDescriptor) ([]byte, error) {
	if f.Cardinality() == protoreflect.Repeated {
		return c.other(out, m, f)
	}
	value, payload := m.Get(f), f.Name() == "payload"
	switch f.Kind() {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind,
		protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return strconv.AppendInt(out, value.Int(), 10), nil
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return strconv.AppendUint(out, value.Uint(), 10), nil
	case protoreflect.StringKind:
		if payload {
			return appendPayload(out, []byte(value.String()), avro.String)
		}
		return appendSized(out, []byte(value.String()), avro.String)
	case protoreflect.BytesKind:
		if payload {
			return appendPayload(out, value.Bytes(), avro.Bytes)
		}
		return appendSized(out, value.Bytes(), avro.Bytes)
	case protoreflect.MessageKind:
		return c.message(out, m, f)
	}
	return c.other(out, m, f)
}

// message writes a time, or the number or text in a wrapper, as the envelope wants
// them, and other messages as ProtoJSON does.
func (c *converter) message(out []byte, m protoreflect.Message, f protoreflect.FieldDescriptor) ([]byte, error) {
	inside := m.Get(f).Message()
	fields := inside.Descriptor().Fields()
	switch f.Message().FullName() {
	case "google.protobuf.Timestamp":
		seconds, nanos := inside.Get(fields.ByNumber(1)).Int(), inside.Get(fields.ByNumber(2)).Int()
		if seconds >= firstSecond && seconds <= lastSecond && nanos >= 0 && nanos < 1e9 {
			return appendTime(out, time.Unix(seconds, nanos)), nil
		} // other refuses it
	case "google.protobuf.Int64Value":
		return strconv.AppendInt(out, inside.Get(fields.ByNumber(1)).Int(), 10), nil
	case "google.protobuf.UInt64Value":
		return strconv.AppendUint(out, inside.Get(fields.ByNumber(1)).Uint(), 10), nil
	case "google.protobuf.BytesValue":
		if f.Name() == "payload" {
			return appendPayload(out, inside.Get(fields.ByNumber(1)).Bytes(), avro.Bytes)
		}
	case "google.protobuf.StringValue":
		if f.Name() == "payload" {
			return appendPayload(out, []byte(inside.Get(fields.ByNumber(1)).String()), avro.String)
		}
	}
	return c.other(out, m, f)
}

// The range of a google.protobuf.Timestamp: the years 1 to 9999.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// other writes a field as ProtoJSON does, which it tells of a message alone, and
// whose spaces differ from build to build.
func (c *converter) other(out []byte, m protoreflect.Message, f protoreflect.FieldDescriptor) ([]byte, error) {
	alone := m.New()
	alone.Set(f, m.Get(f))
	text, err := c.json.Marshal(alone.Interface())
	if err != nil {
		return nil, protobuf.Plain(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return nil, err
	}
	name := len(`{"":`) + len(f.Name())
	return append(out, compact.Bytes()[name:compact.Len()-1]...), nil
}
