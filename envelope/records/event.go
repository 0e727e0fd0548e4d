package records

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/protobuf"
)

// required are fields that tell an event from other records.
func required() []string { return []string{"event_id", "event_type", "payload"} }

// Decoder returns what reads one event that an Avro or Protobuf schema describes,
// with the fields of the envelope, behind a header of a registry's serializer. It
// writes it as a record of a container or a message of a file is written. It is nil
// if the schema is of something else.
func Decoder(schema *evctl.Schema) (func(value []byte) ([]byte, error), error) {
	switch schema.Format {
	case evctl.Avro:
		return avroDecoder(schema)
	case evctl.Protobuf:
		return protobufDecoder(schema)
	}
	return nil, nil
}

func avroDecoder(schema *evctl.Schema) (func(value []byte) ([]byte, error), error) {
	parsed, err := avro.Parse(schema)
	if err != nil {
		return nil, err
	}
	fields := map[string]bool{}
	for _, f := range parsed.Root.Fields {
		fields[f.Name] = true
	}
	for _, name := range required() {
		if !fields[name] {
			return nil, nil
		}
	}
	return func(value []byte) ([]byte, error) {
		d := datum{data: value}
		event, err := d.event(nil, parsed.Root)
		if err == nil && len(d.data) > 0 {
			err = fmt.Errorf("%d bytes follow the event", len(d.data))
		}
		return event, err
	}, nil
}

// protobufDecoder reads the message that the indexes before it name.
func protobufDecoder(schema *evctl.Schema) (func(value []byte) ([]byte, error), error) {
	file, err := protobuf.Compile(context.Background(), schema) // it does no I/O: the schema holds its imports
	if err != nil {
		return nil, err
	}
	is := false
	for i := range file.Messages().Len() {
		is = is || isEvent(file.Messages().Get(i))
	}
	if !is {
		return nil, nil
	}
	types := file.Types()
	return func(value []byte) ([]byte, error) {
		indexes, message, err := wire.Indexes(value)
		if err != nil {
			return nil, err
		}
		d, ok := file.At(indexes)
		if !ok || !isEvent(d) {
			return nil, fmt.Errorf("message %v of the file is no event", indexes)
		}
		return MessageJSON(protobuf.Message{Descriptor: d, Types: types})(message)
	}, nil
}

func isEvent(d protoreflect.MessageDescriptor) bool {
	for _, name := range required() {
		if d.Fields().ByName(protoreflect.Name(name)) == nil {
			return false
		}
	}
	return true
}
