package protobuf

import (
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// LegacyJSON reports whether a message or enum makes no promise that it can be
// written as ProtoJSON: feature json_format is LEGACY_BEST_EFFORT, as in
// proto2.
func LegacyJSON(d protoreflect.Descriptor) bool {
	jsonFormat := (*descriptorpb.FeatureSet)(nil).ProtoReflect().Descriptor().Fields().ByName("json_format")
	v, err := protoutil.ResolveFeature(d, jsonFormat)
	return err == nil && v.Enum() == descriptorpb.FeatureSet_LEGACY_BEST_EFFORT.Number()
}

// Idempotency returns the name of a method's idempotency level, or "" if it
// makes no promise.
func Idempotency(m protoreflect.MethodDescriptor) string {
	options, ok := m.Options().(*descriptorpb.MethodOptions)
	if !ok || options.GetIdempotencyLevel() == descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN {
		return ""
	}
	return options.GetIdempotencyLevel().String()
}

// VerifiesUTF8 reports whether readers refuse a string of the field that is not
// UTF-8: feature utf8_validation is VERIFY, as in proto3.
func VerifiesUTF8(d protoreflect.FieldDescriptor) bool {
	validation := (*descriptorpb.FeatureSet)(nil).ProtoReflect().Descriptor().Fields().ByName("utf8_validation")
	v, err := protoutil.ResolveFeature(d, validation)
	return err == nil && v.Enum() == descriptorpb.FeatureSet_VERIFY.Number()
}
