// Package protobuf compiles .proto texts into descriptors with positions. It is
// the only package that knows the compiler.
//
// Call [Compile] with a schema whose Refs hold what it imports, or the method of
// a [Compiler] where many schemas share imports; files that come with this
// package (google/protobuf, google/type, confluent) need not be among the Refs.
// [Imports] tells what a text imports before anything is fetched.
//
// It never opens a file or a connection, and it judges no schema.
package protobuf

import (
	"context"
	"fmt"

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

// Compile is Compiler.Compile for a single schema.
func Compile(ctx context.Context, s *evctl.Schema) (*File, error) {
	return new(Compiler).Compile(ctx, s)
}

// Compile parses s and all that it imports and links them. proto2, proto3 and
// edition 2023 are known. The error is a [*SyntaxError] if the texts are at
// fault; it lists all problems of the stage that failed in each file.
func (c *Compiler) Compile(ctx context.Context, s *evctl.Schema) (*File, error) {
	return c.compile(ctx, s, allOptions)
}

// CompilePublished is Compile for a schema that is published already: what its
// custom options say is neither checked nor kept, which saves half the work.
// Custom options of imports are passed over in either case.
func (c *Compiler) CompilePublished(ctx context.Context, s *evctl.Schema) (*File, error) {
	return c.compile(ctx, s, standardOptions)
}

func (c *Compiler) compile(ctx context.Context, s *evctl.Schema, o optionSet) (*File, error) {
	l := newLoader(c, s)
	root, err := l.load(ctx, l.root, o)
	if err != nil {
		return nil, err
	}
	if err := l.problems(); err != nil {
		return nil, err
	}
	f := &File{FileDescriptor: root.file, message: s.Message, units: l.units, names: l.files(), set: new(protoregistry.Files)}
	if err := root.register(f.set); err != nil {
		return nil, atFault(s, "%v", err)
	}
	for _, u := range l.besides(ctx) {
		_ = u.register(f.set) // what declares a name again is left out
	}
	return f, nil
}

// atFault says something about a schema as a whole.
func atFault(s *evctl.Schema, format string, args ...any) error {
	return &SyntaxError{Problems: []Problem{{Position: evctl.Position{File: s.File}, Message: fmt.Sprintf(format, args...)}}}
}
