// Package protobuf compares two versions of a Protobuf schema: can a reader
// with one read what a writer with the other wrote?
//
// Call [New] and [Engine.Compare]. A change has four answers:
//
//	wire    the reader reads the bytes and no information is lost
//	json    the same for ProtoJSON, by readers that pass over unknown names
//	value   each value also reads as the same value (a sign may turn)
//	source  code generated from one version compiles with the other
//
// The level configured decides which are errors: wire; wire_json (the default)
// adds json; source adds source. Answers beyond it are findings of severity
// Info, value is a Warning. Whether a change of type or cardinality loses
// anything is found by experiment: values at the edges of the writer's type
// are written with one descriptor and read with the other. To this come the
// precautions of the field, which no single event proves: what is removed must
// be reserved, and what is reserved stays so.
//
// The comparison follows the subject's message through the types of its
// fields, whatever they are called and wherever they are declared. If the
// schema does not name its message, all other types of the file are compared
// too, by name.
//
// The package knows two versions at a time and no mode.
package protobuf

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/internal/protobuf"
)

// An Engine compares Protobuf schemas. It remembers files that it has compiled,
// by their content, and nothing else, and is safe for concurrent use.
type Engine struct{ compiler protobuf.Compiler }

// New returns an Engine.
func New() *Engine { return &Engine{} }

// Compare answers the questions in dirs. Without a question it only says what
// keeps new from being a schema. The error means that ctx ended.
func (e *Engine) Compare(ctx context.Context, old, new *evctl.Schema, dirs []evctl.Direction, sem evctl.Semantics) (evctl.Judgement, error) {
	n, problems, err := e.compileNew(ctx, old, new)
	if err != nil {
		return evctl.Judgement{}, err
	}
	if len(dirs) == 0 {
		return invalid(append(problems, unnamed(n, new)...)), nil
	}
	o, more, err := compile(ctx, old, e.compiler.CompilePublished)
	if err != nil {
		return evctl.Judgement{}, err
	}
	problems = append(problems, more...)
	if len(problems) == 0 && len(unnamed(o, old)) > 0 {
		problems = unnamed(n, new) // neither has the message; a change of mind is a finding
	}
	if len(problems) > 0 {
		return invalid(problems), nil
	}
	c := newComparer(o, n, dirs, sem.Level, new.Subject != "")
	if err := c.run(ctx); err != nil {
		return evctl.Judgement{}, err
	}
	c.more()
	evctl.SortFindings(c.findings)
	return evctl.Judgement{Verdict: c.verdict(), Findings: c.findings}, nil
}

// invalid is the answer where a schema does not compile.
func invalid(problems []evctl.Finding) evctl.Judgement {
	if len(problems) == 0 {
		return evctl.Judgement{Verdict: evctl.Compatible}
	}
	evctl.SortFindings(problems)
	return evctl.Judgement{Verdict: evctl.Invalid, Findings: problems}
}

// compileNew compiles a version that is not published yet, unless only what it
// imports is new.
func (e *Engine) compileNew(ctx context.Context, old, new *evctl.Schema) (*protobuf.File, []evctl.Finding, error) {
	if old != nil && old != new && bytes.Equal(old.Text, new.Text) {
		return compile(ctx, new, e.compiler.CompilePublished)
	}
	return compile(ctx, new, e.compiler.Compile)
}

// compiling is how a schema that is new, or one that is published, becomes a file.
type compiling = func(context.Context, *evctl.Schema) (*protobuf.File, error)

// compile returns findings instead of a file if the text is at fault.
func compile(ctx context.Context, s *evctl.Schema, with compiling) (*protobuf.File, []evctl.Finding, error) {
	file, err := with(ctx, s)
	var syntax *protobuf.SyntaxError
	if errors.As(err, &syntax) {
		var findings []evctl.Finding
		for _, p := range syntax.Problems {
			findings = append(findings, problemFinding(p))
		}
		return nil, findings, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("compile %s: %w", s.File, err)
	}
	return file, nil, nil
}

// unnamed finds that the message named as the subject's is not in the file.
func unnamed(file *protobuf.File, s *evctl.Schema) []evctl.Finding {
	if file == nil || s.Message == "" {
		return nil
	}
	if _, ok := file.Subject(); ok {
		return nil
	}
	f := parse.UnknownMessage.At(evctl.Position{File: s.File}, "the subject stands for message %s, the schema has none of that name", s.Message)
	f.Key = s.Message
	return []evctl.Finding{f}
}

func problemFinding(p protobuf.Problem) evctl.Finding {
	rule, key := parse.InvalidSchema, p.Message
	if p.Import != "" {
		rule, key = parse.UnresolvedRef, p.Import
	}
	f := rule.At(p.Position, "%s", p.Message)
	f.Key = key
	return f
}
