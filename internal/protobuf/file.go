package protobuf

import (
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
)

// A File is a compiled schema.
type File struct {
	protoreflect.FileDescriptor
	message string
	sources sources
	besides []protoreflect.FileDescriptor // not imported
}

func newFile(d protoreflect.FileDescriptor, s *evctl.Schema, sources sources, besides []protoreflect.FileDescriptor) *File {
	return &File{FileDescriptor: d, message: s.Message, sources: sources, besides: besides}
}

// Subject returns the message that the schema stands for: the one that
// evctl.Schema.Message names, here or in an import, else the first of the file.
func (f *File) Subject() (protoreflect.MessageDescriptor, bool) {
	if f.message != "" {
		return f.Message(protoreflect.FullName(f.message))
	}
	if f.Messages().Len() == 0 {
		return nil, false
	}
	return f.Messages().Get(0), true
}

// Named reports whether the schema says which message it stands for.
func (f *File) Named() bool { return f.message != "" }

// Message finds a message of the file or of one that it imports, also through
// others.
func (f *File) Message(name protoreflect.FullName) (protoreflect.MessageDescriptor, bool) {
	d, ok := find(f.FileDescriptor, name, map[string]bool{}).(protoreflect.MessageDescriptor)
	return d, ok
}

// Anywhere finds a message or enum of the file, of one that it imports, or of
// one that the schema holds beside them; nil if there is none.
func (f *File) Anywhere(name protoreflect.FullName) protoreflect.Descriptor {
	seen := map[string]bool{}
	for _, file := range append([]protoreflect.FileDescriptor{f.FileDescriptor}, f.besides...) {
		if d := find(file, name, seen); d != nil {
			return d
		}
	}
	return nil
}

func find(file protoreflect.FileDescriptor, name protoreflect.FullName, seen map[string]bool) protoreflect.Descriptor {
	if seen[file.Path()] {
		return nil
	}
	seen[file.Path()] = true
	if d := lookup(file, name); d != nil {
		return d
	}
	for i := range file.Imports().Len() {
		if d := find(file.Imports().Get(i).FileDescriptor, name, seen); d != nil {
			return d
		}
	}
	return nil
}

// container is what files and messages have in common.
type container interface {
	protoreflect.Descriptor
	Messages() protoreflect.MessageDescriptors
	Enums() protoreflect.EnumDescriptors
}

func lookup(in container, name protoreflect.FullName) protoreflect.Descriptor {
	for i := range in.Enums().Len() {
		if e := in.Enums().Get(i); e.FullName() == name {
			return e
		}
	}
	for i := range in.Messages().Len() {
		m := in.Messages().Get(i)
		if m.FullName() == name {
			return m
		}
		if d := lookup(m, name); d != nil {
			return d
		}
	}
	return nil
}

// Position returns where an element stands, or the zero Position for one of a
// bundled file.
func (f *File) Position(d protoreflect.Descriptor) evctl.Position {
	file := d.ParentFile()
	at := file.SourceLocations().ByDescriptor(d)
	if src, ours := f.sources[file.Path()]; ours && (d == file || at.Path == nil) {
		return evctl.Position{File: src.file}
	}
	return f.sources.position(file.Path(), at.StartLine+1, at.StartColumn+1, at.EndLine+1, at.EndColumn+1)
}

// MessageIndexes returns where a message stands in its file: its index among
// the messages of the file, then among those of each parent. A Confluent frame
// carries these numbers.
func MessageIndexes(m protoreflect.MessageDescriptor) []int {
	indexes := []int{m.Index()}
	for parent, ok := m.Parent().(protoreflect.MessageDescriptor); ok; parent, ok = parent.Parent().(protoreflect.MessageDescriptor) {
		indexes = append([]int{parent.Index()}, indexes...)
	}
	return indexes
}

// Types resolves the extensions and messages of the file and of all that it
// imports.
func (f *File) Types() *dynamicpb.Types {
	files := new(protoregistry.Files)
	register(files, f.FileDescriptor)
	for _, file := range f.besides {
		register(files, file)
	}
	return dynamicpb.NewTypes(files)
}

func register(files *protoregistry.Files, file protoreflect.FileDescriptor) {
	if _, err := files.FindFileByPath(file.Path()); err == nil {
		return
	}
	if err := files.RegisterFile(file); err != nil {
		return // the compiler has refused what collides
	}
	for i := range file.Imports().Len() {
		register(files, file.Imports().Get(i).FileDescriptor)
	}
}
