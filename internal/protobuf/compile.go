// Package protobuf compiles .proto texts into descriptors with positions. It is
// the only package that knows the compiler.
//
// Call [Compile] with a schema whose Refs hold what it imports; the bundled
// google/protobuf/*.proto need not be among them. [Imports] tells what a text
// imports before anything is fetched.
//
// It never opens a file or a connection, and it judges no schema.
package protobuf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/evctl/evctl"
)

// Limits of one compilation.
const (
	MaxBytes  = 4 << 20 // of a file with all that it imports
	MaxFiles  = 1000
	MaxLine   = 10_000 // bytes; a position costs the compiler a walk along its line
	MaxDepth  = 64     // of braces, brackets and parentheses
	maxErrors = 100
)

// Compile parses s and all that it imports and links them. proto2, proto3 and
// edition 2023 are known. The error is a [*SyntaxError] if the texts are at
// fault; it lists all problems of the stage that failed.
func Compile(ctx context.Context, s *evctl.Schema) (file *File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = atFault(s, fmt.Sprintf("the compiler breaks down over this text: %v", p))
		}
	}()
	l := newLoader(s)
	if err := l.load(l.root); err != nil {
		return nil, err
	}
	files, err := l.compile(ctx, l.root)
	if err != nil {
		return nil, err
	}
	f := &File{message: s.Message, sources: l.sources, trees: map[string]linker.Result{}, set: new(protoregistry.Files)}
	if f.FileDescriptor, err = f.add(files[0]); err != nil {
		return nil, atFault(s, err.Error())
	}
	for _, file := range l.besides(ctx) {
		if d, err := f.add(file); err == nil {
			f.besides = append(f.besides, d)
		}
	}
	return f, nil
}

// add turns a file of the compiler, in which every look-up is a search, into
// one that has tables, and registers it with all that it imports.
func (f *File) add(file protoreflect.FileDescriptor) (protoreflect.FileDescriptor, error) {
	if d, err := f.set.FindFileByPath(file.Path()); err == nil {
		return d, nil
	}
	if tree, ok := file.(linker.Result); ok {
		f.trees[file.Path()] = tree
	}
	for i := range file.Imports().Len() {
		if _, err := f.add(file.Imports().Get(i).FileDescriptor); err != nil {
			return nil, err
		}
	}
	d, err := protodesc.NewFile(protodesc.ToFileDescriptorProto(file), f.set)
	if err != nil {
		return nil, err
	}
	return d, f.set.RegisterFile(d)
}

// compilerError words what the compiler says outside its reporter.
func compilerError(s *evctl.Schema, err error) error {
	var panicked protocompile.PanicError
	if errors.As(err, &panicked) {
		return atFault(s, fmt.Sprintf("the compiler breaks down over this text: %v", panicked.Value))
	}
	return atFault(s, err.Error())
}

// atFault says something about a schema as a whole.
func atFault(s *evctl.Schema, message string) error {
	return &SyntaxError{Problems: []Problem{{Position: evctl.Position{File: s.File}, Message: message}}}
}

// Imports returns the paths that a text imports, sorted, each once. Of a text
// that does not parse it returns what could be read.
func Imports(text []byte) (paths []string) {
	defer func() {
		if recover() != nil {
			paths = nil
		}
	}()
	if _, bad := unfit(text); bad || len(text) > MaxBytes {
		return nil
	}
	ignore := reporter.NewReporter(func(reporter.ErrorWithPos) error { return nil }, nil)
	tree, _ := parser.Parse("", bytes.NewReader(text), reporter.NewHandler(ignore))
	if tree == nil {
		return nil
	}
	for _, node := range importsOf(tree) {
		paths = append(paths, node.Name.AsString())
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

func importsOf(tree *ast.FileNode) []*ast.ImportNode {
	var nodes []*ast.ImportNode
	for _, decl := range tree.Decls {
		if node, ok := decl.(*ast.ImportNode); ok {
			nodes = append(nodes, node)
		}
	}
	return nodes
}
