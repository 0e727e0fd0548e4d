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
	fingerprint uint64                                     // of an Avro schema, as a single object gives it
	indexes     []int                                      // of a Protobuf message, as a frame gives them
}

// compileBinary prepares a schema in Avro or Protobuf.
func compileBinary(schema *evctl.Schema) (*codec, error) {
	if schema.Format == evctl.Avro {
		p, err := avro.Compile(schema)
		if err != nil {
			return nil, err
		}
		check := func(data []byte, _ bool) *fault.Fault { return p.Check(data) }
		return &codec{check: check, fingerprint: wire.Fingerprint(p.Canonical())}, nil
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
	return &codec{check: check, indexes: p.Indexes()}, nil
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
	found := c.bytes.check(data, j.role.reads)
	if found != nil {
		found = c.framed(data, found, j.role.reads, j.options.MaxBytes)
	}
	if found != nil {
		j.report(rules.PayloadValid, payload, "/payload"+found.Path(), "bytes", "%s: %v", ref, found)
	}
}

// framed returns nil if data are a valid payload behind a header that speaks of no
// other schema, else what is wrong: bare, if there is no header or what follows it
// is wrong too. The ids of registries are not looked up.
func (c *contract) framed(data []byte, bare *fault.Fault, reads bool, limit int) *fault.Fault {
	frame, err := wire.Parse(data)
	if err != nil || frame.Format == wire.Bare {
		return bare
	}
	inside, err := frame.Inflate(limit)
	if err != nil {
		return bare
	}
	switch {
	case frame.Format == wire.SingleObject && c.schema.Format != evctl.Avro:
		return bare
	case frame.Format == wire.SingleObject && frame.Fingerprint != c.bytes.fingerprint:
		return fault.New(0, "an Avro single object of %s, the schema's is %016x", frame.Schema(), c.bytes.fingerprint)
	case c.schema.Format == evctl.Protobuf:
		var indexes []int
		if indexes, inside, err = wire.Indexes(inside); err != nil || !slices.Equal(indexes, c.bytes.indexes) {
			return bare
		}
	}
	if c.bytes.check(inside, reads) != nil {
		return bare
	}
	return nil
}
