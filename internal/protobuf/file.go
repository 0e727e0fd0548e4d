package protobuf

import (
	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
)

// A File is a compiled schema.
type File struct {
	protoreflect.FileDescriptor
	message string
	set     *protoregistry.Files // the file, its imports, and what the schema holds besides
	units   map[string]*unit     // by path, for positions
	names   map[string]string    // of the files behind the paths
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
	m, ok := f.Anywhere(name).(protoreflect.MessageDescriptor)
	if !ok || !imports(f, m.ParentFile(), map[string]bool{}) {
		return nil, false
	}
	return m, true
}

// Anywhere finds a message, enum or other element of the file, of one that it
// imports, or of one that the schema holds beside them; nil if there is none.
func (f *File) Anywhere(name protoreflect.FullName) protoreflect.Descriptor {
	d, err := f.set.FindDescriptorByName(name)
	if err != nil {
		return nil
	}
	return d
}

// imports reports whether file is wanted, or imports it, also through others.
func imports(file, wanted protoreflect.FileDescriptor, seen map[string]bool) bool {
	if file.Path() == wanted.Path() {
		return true
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		next := file.Imports().Get(i).FileDescriptor
		if !seen[next.Path()] && imports(next, wanted, seen) {
			return true
		}
	}
	return false
}

// Position returns where an element stands, or the zero Position for one of a
// bundled file. For the file it is the package statement.
func (f *File) Position(d protoreflect.Descriptor) evctl.Position {
	path := d.ParentFile().Path()
	name, ours := f.names[path]
	u := f.units[path]
	if !ours || u == nil || u.tree == nil {
		return evctl.Position{}
	}
	position := evctl.Position{}
	if node := nodeOf(u.tree, d); node != nil {
		position = u.position(node)
	}
	position.File = name
	return position
}

func nodeOf(tree linker.Result, d protoreflect.Descriptor) ast.Node {
	if _, whole := d.(protoreflect.FileDescriptor); !whole {
		if own := tree.FindDescriptorByName(d.FullName()); own != nil {
			return tree.Node(protoutil.ProtoFromDescriptor(own))
		}
		return nil
	}
	file, _ := tree.FileNode().(*ast.FileNode)
	if file == nil {
		return nil
	}
	for _, decl := range file.Decls {
		if node, ok := decl.(*ast.PackageNode); ok {
			return node
		}
	}
	return nil
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

// At finds a message by what MessageIndexes returns.
func (f *File) At(indexes []int) (d protoreflect.MessageDescriptor, ok bool) {
	among := f.Messages()
	for _, i := range indexes {
		if i < 0 || i >= among.Len() {
			return nil, false
		}
		d = among.Get(i)
		among = d.Messages()
	}
	return d, d != nil
}

// Types resolves the extensions and messages of the file, of all that it
// imports, and of what the schema holds beside them.
func (f *File) Types() *dynamicpb.Types { return dynamicpb.NewTypes(f.set) }
