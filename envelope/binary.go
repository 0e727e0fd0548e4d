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

// A byteCheck checks payloads that are bytes. It returns the first fault.
type byteCheck func(data []byte, reads bool) *fault.Fault

// compileBinary prepares a schema in Avro or Protobuf; of the latter it also
// returns the indexes of the message.
func compileBinary(schema *evctl.Schema) (byteCheck, []int, error) {
	if schema.Format == evctl.Avro {
		p, err := avro.Compile(schema)
		if err != nil {
			return nil, nil, err
		}
		return func(data []byte, _ bool) *fault.Fault { return p.Check(data) }, nil, nil
	}
	p, err := protobuf.Compile(context.Background(), schema) // it does no I/O: the schema holds its imports
	if err != nil {
		return nil, nil, err
	}
	return func(data []byte, reads bool) *fault.Fault {
		if reads {
			return p.Check(data, protobuf.Reader)
		}
		return p.Check(data, protobuf.Writer)
	}, p.Indexes(), nil
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
	bare := c.bytes(data, j.role.reads)
	if bare == nil || c.framed(data, j.role.reads, j.options.MaxBytes) {
		return
	}
	j.report(rules.PayloadValid, payload, "/payload"+bare.Path(), "bytes", "%s: %v", ref, bare)
}

// framed reports whether data are a valid payload behind a header.
func (c *contract) framed(data []byte, reads bool, limit int) bool {
	frame, err := wire.Parse(data)
	if err != nil || frame.Format == wire.Bare {
		return false
	}
	inside, err := frame.Inflate(limit)
	if err != nil {
		return false
	}
	if c.schema.Format == evctl.Protobuf && frame.Format != wire.SingleObject {
		var indexes []int
		if indexes, inside, err = wire.Indexes(inside); err != nil || !slices.Equal(indexes, c.indexes) {
			return false
		}
	}
	return c.bytes(inside, reads) == nil
}
