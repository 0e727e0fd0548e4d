package envelope

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/avro"
	"github.com/evctl/evctl/envelope/fault"
	"github.com/evctl/evctl/envelope/protobuf"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A codec judges payloads that are bytes.
type codec struct {
	check       func(data []byte, reads bool) *fault.Fault // the first
	schema      *evctl.Schema
	fingerprint uint64 // of an Avro schema, as a single object gives it
	indexes     []int  // of a Protobuf message, as a frame gives them
}

// compileBinary prepares a schema in Avro or Protobuf.
func compileBinary(schema *evctl.Schema) (*codec, error) {
	if schema.Format == evctl.Avro {
		p, err := avro.Compile(schema)
		if err != nil {
			return nil, err
		}
		check := func(data []byte, _ bool) *fault.Fault { return p.Check(data) }
		return &codec{check: check, schema: schema, fingerprint: wire.Fingerprint(p.Canonical())}, nil
	}
	p, err := protobuf.Compile(context.Background(), schema) // it does no I/O: the schema holds its imports
	if err != nil {
		return nil, err
	}
	check := func(data []byte, reads bool) *fault.Fault {
		if reads {
			return p.Check(data, protobuf.Reader)
		}
		return p.Check(data, protobuf.Writer)
	}
	return &codec{check: check, schema: schema, indexes: p.Indexes()}, nil
}

// binaryPayload judges a payload in base64: a bare datum or message, or one
// behind the header of a registry's serializer.
func (j *judge) binaryPayload(c *contract, payload *jsondoc.Node) {
	ref := c.schema.SchemaRef
	if payload.Kind != jsondoc.String {
		j.reportField(rules.FieldType, "payload", payload, "payload is %s, %s is %s and wants base64", article(payload.Kind), ref, c.schema.Format)
		return
	}
	data, err := base64.StdEncoding.Strict().DecodeString(payload.Text)
	if err != nil || strings.ContainsAny(payload.Text, "\r\n") { // which the decoder passes over
		j.reportField(rules.FieldType, "payload", payload, "payload is %s, %s is %s and wants base64", j.show(payload), ref, c.schema.Format)
		return
	}
	if found := c.bytes.fault(data, j.role.reads, j.options.MaxBytes); found != nil {
		j.report(rules.PayloadValid, payload, "/payload"+found.Path(), "bytes", "%s: %v", ref, found)
	}
}

// fault returns what is wrong with a payload: nil if data are valid as they are,
// or behind a header that speaks of no other schema, as far as the source has told
// the ids of a registry.
func (c *codec) fault(data []byte, reads bool, limit int) *fault.Fault {
	bare := c.check(data, reads)
	if bare == nil {
		return nil
	}
	frame, err := wire.Parse(data)
	if err != nil || frame.Format == wire.Bare {
		return bare
	}
	inside, err := frame.Inflate(limit)
	if err != nil {
		return bare
	}
	switch {
	case frame.Format == wire.SingleObject && c.indexes != nil:
		return bare
	case c.isOther(frame):
		return fault.New(0, "the %s is of %s, want %s", frame.Format, frame.Schema(), c.named(frame.Format))
	case c.indexes != nil:
		var indexes []int
		if indexes, inside, err = wire.Indexes(inside); err != nil || !slices.Equal(indexes, c.indexes) {
			return bare
		}
	}
	if c.check(inside, reads) != nil {
		return bare
	}
	return nil
}

// isOther reports whether a header names another schema.
func (c *codec) isOther(frame wire.Frame) bool {
	switch frame.Format {
	case wire.SingleObject:
		return frame.Fingerprint != c.fingerprint
	case wire.Confluent:
		return c.schema.ID != 0 && frame.ID != c.schema.ID
	case wire.GUID:
		return c.schema.GUID != "" && frame.Schema() != c.named(wire.GUID)
	}
	return false
}

// named is what a header of the format would say of the schema.
func (c *codec) named(format wire.Format) string {
	if format == wire.GUID {
		return "schema GUID " + c.schema.GUID
	}
	return wire.Frame{Format: format, ID: c.schema.ID, Fingerprint: c.fingerprint}.Schema()
}
