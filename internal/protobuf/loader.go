package protobuf

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
)

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
		} else if _, err := bundled(name); err != nil {
			p := l.problems.at(tree.NodeInfo(node.Name))
			p.Message = fmt.Sprintf("import %q is neither in the registry nor one of the bundled google/protobuf files", name)
			p.Import = name
			l.problems.list = append(l.problems.list, p)
		}
	}
	return known
}

// bundled finds the google/protobuf files that come with the compiler.
func bundled(name string) (protocompile.SearchResult, error) {
	return protocompile.WithStandardImports(protocompile.CompositeResolver(nil)).FindFileByPath(name)
}

// find serves the compiler from what load has parsed.
func (l *loader) find(name string) (protocompile.SearchResult, error) {
	if tree, ok := l.trees[name]; ok {
		return protocompile.SearchResult{AST: tree}, nil
	}
	return bundled(name)
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
