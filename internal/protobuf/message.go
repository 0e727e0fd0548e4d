package protobuf

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// A Message is a type of messages, and what may stand in them: extensions, and
// what google.protobuf.Any names.
type Message struct {
	Descriptor protoreflect.MessageDescriptor
	Types      *dynamicpb.Types
}

// Typed finds a message of the file or of one that it imports.
func (f *File) Typed(name string) (Message, error) {
	d, ok := f.Message(protoreflect.FullName(name))
	if !ok {
		return Message{}, fmt.Errorf("there is no message %s", name)
	}
	return Message{d, f.Types()}, nil
}

// ParseSet finds a message in a serialized google.protobuf.FileDescriptorSet, as
// buf build and protoc --include_imports write it.
func ParseSet(set []byte, name string) (Message, error) {
	if len(set) > MaxBytes {
		return Message{}, fmt.Errorf("the set of descriptors is over the limit of %d bytes", MaxBytes)
	}
	var files descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(set, &files); err != nil || len(files.File) == 0 {
		return Message{}, errors.Join(errors.New("this is no set of descriptors"), err)
	}
	linked, err := protodesc.NewFiles(&files)
	if err != nil {
		return Message{}, err
	}
	d, err := linked.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil && !errors.Is(err, protoregistry.NotFound) {
		return Message{}, err
	}
	message, ok := d.(protoreflect.MessageDescriptor)
	if !ok {
		return Message{}, fmt.Errorf("there is no message %s", name)
	}
	return Message{message, dynamicpb.NewTypes(linked)}, nil
}

// maxNested is how deep messages are nested in one: what C++ and Java read unless
// told otherwise.
const maxNested = 100

// Unmarshal reads a message. The library panics on an entry of a map whose key
// comes twice, the second time with another wire type; that is an error here.
func Unmarshal(d protoreflect.MessageDescriptor, data []byte) (m *dynamicpb.Message, err error) {
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, fmt.Errorf("no %s can be read: %v", d.FullName(), p)
		}
	}()
	left := maxMessages
	if countMessages(d, data, &left, 0); left < 0 {
		return nil, fmt.Errorf("more than %d messages in one", maxMessages)
	}
	m = dynamicpb.NewMessage(d)
	return m, Plain(proto.UnmarshalOptions{RecursionLimit: 1 + maxNested}.Unmarshal(data, m))
}

// Plain is an error of the library in the same words in every build, which it
// avoids on purpose, and without its name.
func Plain(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\u00a0", " "), "proto: "))
}
