package protobuf

import (
	"fmt"

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

// CodeOptionNames lists the options of a file that code generators follow.
func CodeOptionNames() []string {
	return []string{"cc_enable_arenas", "cc_generic_services", "csharp_namespace", "go_package", "java_generic_services", "java_multiple_files",
		"java_outer_classname", "java_package", "objc_class_prefix", "optimize_for", "php_class_prefix", "php_metadata_namespace", "php_namespace",
		"py_generic_services", "ruby_package", "swift_prefix"}
}

// CodeOptions returns the values of those options that a file sets to something
// else than their default.
func CodeOptions(file protoreflect.FileDescriptor) map[string]string {
	set := map[string]string{}
	options, ok := file.Options().(*descriptorpb.FileOptions)
	if !ok {
		return set
	}
	m := options.ProtoReflect()
	for _, name := range CodeOptionNames() {
		fd := m.Descriptor().Fields().ByName(protoreflect.Name(name))
		switch v := m.Get(fd); {
		case !m.Has(fd) || v.Equal(fd.Default()):
		case fd.Enum() != nil:
			set[name] = string(fd.Enum().Values().ByNumber(v.Enum()).Name())
		case fd.Kind() == protoreflect.StringKind:
			set[name] = fmt.Sprintf("%q", v.String())
		default:
			set[name] = v.String()
		}
	}
	return set
}

// FieldCode names what a field's options ask of code generators.
func FieldCode(fd protoreflect.FieldDescriptor) string {
	options, _ := fd.Options().(*descriptorpb.FieldOptions)
	return fmt.Sprintf("ctype %s and jstype %s", options.GetCtype(), options.GetJstype())
}
