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
	"maps"
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

func (l *loader) compile(ctx context.Context, names ...string) (linker.Files, error) {
	c := protocompile.Compiler{
		Resolver:       protocompile.ResolverFunc(l.find),
		RetainASTs:     true, // in place of source info, which costs more than all the rest
		Reporter:       l.problems.reporter(),
		MaxParallelism: 1,
	}
	files, err := c.Compile(ctx, names...)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case l.problems.found():
		return nil, l.problems.err()
	case err != nil:
		return nil, compilerError(l.schema, err)
	}
	return files, nil
}

// besides compiles the documents that the schema holds and does not import, as
// far as they fit together with it. No problem of theirs is the schema's.
func (l *loader) besides(ctx context.Context) []protoreflect.FileDescriptor {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(l.schema.Refs)) {
		if _, imported := l.trees[name]; !imported && l.load(name) == nil {
			names = append(names, name)
		}
		l.problems.list = nil
	}
	if len(names) == 0 {
		return nil
	}
	files, err := l.compile(ctx, append([]string{l.root}, names...)...)
	if err != nil {
		return nil
	}
	var list []protoreflect.FileDescriptor
	for _, f := range files[1:] {
		list = append(list, f)
	}
	return list
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

// A loader parses a schema and its imports, each file once.
type loader struct {
	schema   *evctl.Schema
	root     string // the schema's own name for the compiler
	trees    map[string]*ast.FileNode
	sources  sources
	bytes    int
	problems *problems
}

func newLoader(s *evctl.Schema) *loader {
	l := &loader{schema: s, root: s.File, trees: map[string]*ast.FileNode{}, sources: sources{}}
	if _, taken := s.Refs[l.root]; taken || l.root == "" {
		l.root += "#schema" // no import path of ours
	}
	l.problems = &problems{sources: l.sources}
	return l
}

// load parses a file and what it imports.
func (l *loader) load(name string) error {
	for queue := []string{name}; len(queue) > 0; queue = queue[1:] {
		name := queue[0]
		if _, done := l.trees[name]; done {
			continue
		}
		imports, err := l.parse(name)
		if err != nil {
			return err
		}
		queue = append(queue, imports...)
	}
	return l.problems.err()
}

// parse reads one file and returns the imports that are texts of ours.
func (l *loader) parse(name string) ([]string, error) {
	s := l.schema
	if name != l.root {
		s = l.schema.Refs[name]
	}
	file := s.File
	if file == "" && name != l.root {
		file = name
	}
	l.bytes += len(s.Text)
	if l.bytes > MaxBytes || len(l.trees) >= MaxFiles {
		return nil, atFault(l.schema, fmt.Sprintf("the schema and its imports are over the limit of %d bytes or %d files", MaxBytes, MaxFiles))
	}
	l.sources[name] = &source{file, s.Text}
	if p, ok := unfit(s.Text); ok {
		p.Position.File = file
		l.problems.list = append(l.problems.list, p)
		l.trees[name] = ast.NewEmptyFileNode(name)
		return nil, nil
	}
	tree, err := parser.Parse(name, bytes.NewReader(s.Text), reporter.NewHandler(l.problems.reporter()))
	if tree == nil {
		return nil, fmt.Errorf("parse %s: %w", file, err)
	}
	l.trees[name] = tree
	return l.imports(tree), nil
}

func (l *loader) imports(tree *ast.FileNode) []string {
	var known []string
	for _, node := range importsOf(tree) {
		name := node.Name.AsString()
		if l.schema.Refs[name] != nil {
			known = append(known, name)
		} else if _, err := bundled.FindFileByPath(name); err != nil {
			p := l.problems.at(tree.NodeInfo(node.Name))
			p.Message = fmt.Sprintf("import %q is neither in the registry nor one of the bundled google/protobuf files", name)
			p.Import = name
			l.problems.list = append(l.problems.list, p)
		}
	}
	return known
}

var bundled = protocompile.WithStandardImports(protocompile.CompositeResolver(nil))

// find serves the compiler from what load has parsed.
func (l *loader) find(name string) (protocompile.SearchResult, error) {
	if tree, ok := l.trees[name]; ok {
		return protocompile.SearchResult{AST: tree}, nil
	}
	return bundled.FindFileByPath(name)
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
