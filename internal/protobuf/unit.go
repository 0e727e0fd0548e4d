package protobuf

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/options"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/evctl/evctl"
)

// A unit is one file, compiled together with what it imports. Whatever it says
// follows from its digest, so schemas share it.
type unit struct {
	digest
	good     atomic.Bool // compiled, without problems
	done     sync.Once   // guards the fields below
	name     string
	source   *source
	imports  []*unit
	linked   linker.File
	tree     linker.Result               // linked, with positions; nil for standard files
	file     protoreflect.FileDescriptor // linked, with tables for look-ups; nil if there are problems
	problems []Problem                   // their positions lack the file
}

// A job is what a unit is compiled from.
type job struct {
	name    string
	tree    *tree
	options optionSet
	imports []dependency
	nothing protoreflect.FileDescriptor // for trusted files
}

func (u *unit) compile(j job) {
	u.name = j.name
	defer func() {
		if p := recover(); p != nil {
			u.file = nil
			u.refuse("the compiler breaks down over this text: %v", p)
		}
	}()
	u.source = j.tree.source
	if j.tree.file == nil {
		u.problems = j.tree.problems
		return
	}
	found := &problems{source: u.source, list: slices.Clip(j.tree.problems)}
	if err := u.link(j, found); err != nil && len(found.list) == 0 {
		u.refuse("%v", err)
	}
	u.problems = append(u.problems, found.list...)
	if len(u.problems) > 0 {
		u.file = nil
	}
	u.good.Store(u.file != nil)
}

func (u *unit) refuse(format string, args ...any) {
	u.problems = append(u.problems, Problem{Message: fmt.Sprintf(format, args...)})
}

// link takes the file through all stages; one that finds problems is the last.
func (u *unit) link(j job, found *problems) error {
	handler := reporter.NewHandler(found.reporter())
	ready := u.takeImports(j, j.tree.file, found)
	if len(found.list) > 0 || !ready {
		return nil
	}
	parsed, err := parser.ResultFromAST(j.tree.file, true, handler)
	if err != nil || len(found.list) > 0 {
		return err
	}
	if j.options == standardOptions {
		dropCustomOptions(parsed.FileDescriptorProto())
	}
	var files linker.Files
	for _, dep := range u.imports {
		if j.options == standardOptions {
			files = append(files, trusted{dep.linked, j.nothing})
		} else {
			files = append(files, dep.linked)
		}
	}
	symbols := &linker.Symbols{}
	if u.tree, err = linker.Link(parsed, files, symbols, handler); err != nil {
		return err
	}
	u.linked = u.tree
	if _, err := options.InterpretOptions(u.tree, handler); err != nil {
		return err
	}
	if err := u.tree.ValidateOptions(handler, symbols); err != nil {
		return err
	}
	return u.describe()
}

// takeImports reports imports that lead nowhere, and whether all others have
// compiled.
func (u *unit) takeImports(j job, tree *ast.FileNode, found *problems) bool {
	ready := true
	for _, dep := range j.imports {
		switch {
		case dep.unit != nil:
			u.imports = append(u.imports, dep.unit)
			ready = ready && dep.unit.file != nil
			continue
		case dep.missing:
			found.importProblem(tree, dep, dep.path)
		default:
			found.importProblem(tree, dep, "")
		}
		ready = false
	}
	return ready
}

// describe turns the compiler's own descriptor, in which every look-up is a
// search, into one that has tables.
func (u *unit) describe() error {
	known := new(protoregistry.Files)
	for _, dep := range u.imports {
		if err := dep.register(known); err != nil {
			return err
		}
	}
	var err error
	u.file, err = protodesc.NewFile(u.tree.FileDescriptorProto(), known)
	return err
}

// register makes the file and all that it imports known to a set.
func (u *unit) register(set *protoregistry.Files) error {
	if _, err := set.FindFileByPath(u.name); err == nil {
		return nil
	}
	for _, dep := range u.imports {
		if err := dep.register(set); err != nil {
			return err
		}
	}
	return set.RegisterFile(u.file)
}

// position returns where a node of the file stands; the file's name is left
// open.
func (u *unit) position(node ast.Node) evctl.Position {
	file, ok := u.tree.FileNode().(*ast.FileNode)
	if !ok {
		return evctl.Position{}
	}
	at := file.NodeInfo(node)
	return u.source.position(at.Start(), at.End())
}
