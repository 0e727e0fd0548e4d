package protobuf

import (
	"slices"

	"github.com/bufbuild/protocompile/walk"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// optionSet says which options of a file are interpreted.
type optionSet bool

const (
	standardOptions optionSet = false // those of descriptor.proto
	allOptions      optionSet = true  // custom ones as well
)

// dropCustomOptions takes the options away that extensions define. They carry
// no event, and to interpret them is the better part of a compilation.
func dropCustomOptions(file *descriptorpb.FileDescriptorProto) {
	dropCustom(file.GetOptions())
	_ = walk.DescriptorProtos(file, func(_ protoreflect.FullName, m proto.Message) error {
		switch d := m.(type) {
		case *descriptorpb.DescriptorProto:
			dropCustom(d.GetOptions())
			for _, r := range d.GetExtensionRange() {
				dropCustom(r.GetOptions())
			}
		case *descriptorpb.FieldDescriptorProto:
			dropCustom(d.GetOptions())
		case *descriptorpb.OneofDescriptorProto:
			dropCustom(d.GetOptions())
		case *descriptorpb.EnumDescriptorProto:
			dropCustom(d.GetOptions())
		case *descriptorpb.EnumValueDescriptorProto:
			dropCustom(d.GetOptions())
		case *descriptorpb.ServiceDescriptorProto:
			dropCustom(d.GetOptions())
		case *descriptorpb.MethodDescriptorProto:
			dropCustom(d.GetOptions())
		}
		return nil
	})
}

// dropCustom does so for one element; options may be nil.
func dropCustom(options proto.Message) {
	m := options.ProtoReflect()
	if !m.IsValid() {
		return
	}
	fd := m.Descriptor().Fields().ByName("uninterpreted_option")
	if !m.Has(fd) {
		return
	}
	list := m.Mutable(fd).List()
	kept := 0
	for i := range list.Len() {
		v := list.Get(i)
		if o, ok := v.Message().Interface().(*descriptorpb.UninterpretedOption); !ok || !isCustom(o) {
			list.Set(kept, v)
			kept++
		}
	}
	list.Truncate(kept)
}

func isCustom(o *descriptorpb.UninterpretedOption) bool {
	return slices.ContainsFunc(o.GetName(), (*descriptorpb.UninterpretedOption_NamePart).GetIsExtension)
}
