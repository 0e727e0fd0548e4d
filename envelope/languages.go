//go:build !evctl_json_only

package envelope

import (
	"context"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/avro"
	"github.com/evctl/evctl/envelope/fault"
	"github.com/evctl/evctl/envelope/protobuf"
	"github.com/evctl/evctl/envelope/wire"
)

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
