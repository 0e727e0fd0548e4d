package envelope

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/evctl/evctl/envelope/fault"
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

// binaryPayload judges a payload in base64: a bare datum or message, or one
// behind the header of a registry's serializer.
func (j *judge) binaryPayload(ctx context.Context, library *library, c *contract, payload *jsondoc.Node) error {
	ref := c.schema.SchemaRef
	if payload.Kind != jsondoc.String {
		j.reportField(rules.FieldType, "payload", payload, "payload is %s, %s is %s and wants base64", article(payload.Kind), ref, c.schema.Format)
		return nil
	}
	data, err := base64.StdEncoding.Strict().DecodeString(payload.Text)
	if err != nil || strings.ContainsAny(payload.Text, "\r\n") { // which the decoder passes over
		j.reportField(rules.FieldType, "payload", payload, "payload is %s, %s is %s and wants base64", j.show(payload), ref, c.schema.Format)
		return nil
	}
	name, found := c.bytes.fault(data, j.role.reads, j.options.MaxBytes)
	said, err := j.heading(ctx, library, name, payload, "/payload", found == nil)
	if err == nil && said != differs && found != nil {
		j.report(rules.PayloadValid, payload, "/payload"+found.Path(), "bytes", "%s: %v", ref, found)
	}
	return err
}

// fault returns what is wrong with a payload: nil if data are valid as they are,
// or behind a header, whose name it returns.
func (c *codec) fault(data []byte, reads bool, limit int) (wire.Name, *fault.Fault) {
	bare := c.check(data, reads)
	if bare == nil {
		return wire.Name{}, nil
	}
	frame, err := wire.Parse(data)
	if err != nil || frame.Format == wire.SingleObject && c.indexes != nil {
		return wire.Name{}, bare
	}
	inside, err := frame.Inflate(limit)
	if err == nil && c.indexes != nil {
		inside, err = c.message(inside)
	}
	if err != nil || c.check(inside, reads) != nil {
		return frame.Name, bare
	}
	return frame.Name, nil
}

// message returns what follows the message indexes, which must be its own.
func (c *codec) message(payload []byte) ([]byte, error) {
	indexes, rest, err := wire.Indexes(payload)
	if err == nil && !slices.Equal(indexes, c.indexes) {
		err = errors.New("the message is another one of its file")
	}
	return rest, err
}
