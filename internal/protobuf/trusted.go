package protobuf

import (
	"github.com/bufbuild/protocompile/linker"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// A trusted file is an import whose names are not held against those of the
// file that imports it. The linker looks its names up as ever; to list them all,
// with those of all its imports, for each file that is published already would
// cost as much as the rest of linking.
type trusted struct {
	linker.File
	nothing protoreflect.FileDescriptor // a file without a declaration
}

func (f trusted) Messages() protoreflect.MessageDescriptors     { return f.nothing.Messages() }
func (f trusted) Enums() protoreflect.EnumDescriptors           { return f.nothing.Enums() }
func (f trusted) Extensions() protoreflect.ExtensionDescriptors { return f.nothing.Extensions() }
func (f trusted) Services() protoreflect.ServiceDescriptors     { return f.nothing.Services() }

// Imports returns the public ones alone, through which the linker looks names up.
func (f trusted) Imports() protoreflect.FileImports {
	list := publicImports{FileImports: f.File.Imports()}
	for i := range list.FileImports.Len() {
		if next := list.FileImports.Get(i); next.IsPublic {
			list.public = append(list.public, next)
		}
	}
	return list
}

type publicImports struct {
	protoreflect.FileImports
	public []protoreflect.FileImport
}

func (l publicImports) Len() int                          { return len(l.public) }
func (l publicImports) Get(i int) protoreflect.FileImport { return l.public[i] }

func newNothing() protoreflect.FileDescriptor {
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{Name: proto.String("nothing.proto")}, nil)
	if err != nil {
		panic(err) // there is nothing that could be wrong with it
	}
	return file
}
