package protobuf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/reporter"

	"github.com/evctl/evctl"
)

// A Problem is one reason why a text is not a schema.
type Problem struct {
	Position evctl.Position
	Message  string
	Import   string // the path, if the problem is an import that does not resolve
}

// A SyntaxError lists what keeps texts from being a schema, by position. It
// holds at least one problem.
type SyntaxError struct{ Problems []Problem }

func (e *SyntaxError) Error() string {
	first := e.Problems[0]
	text := fmt.Sprintf("%s: %s", first.Position, first.Message)
	if more := len(e.Problems) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// syntaxError sorts problems, or returns nil if there are none.
func syntaxError(list []Problem) error {
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b Problem) int {
		return cmp.Or(a.Position.Compare(b.Position), cmp.Compare(a.Message, b.Message))
	})
	return &SyntaxError{Problems: slices.Compact(list)}
}

// problems collects what parser and compiler report about one file.
type problems struct {
	source *source
	list   []Problem
}

// reporter collects errors, and goes on until there are too many to be of use.
func (p *problems) reporter() reporter.Reporter {
	return reporter.NewReporter(func(err reporter.ErrorWithPos) error {
		p.add(err)
		if len(p.list) >= maxErrors {
			return err
		}
		return nil
	}, nil)
}

func (p *problems) add(err reporter.ErrorWithPos) {
	problem := p.at(err)
	problem.Message = wording(err.Unwrap().Error())
	if strings.HasPrefix(problem.Message, "unexpected error") && len(p.list) > 0 {
		return // the parser on what the lexer has just said
	}
	p.list = append(p.list, problem)
}

func (p *problems) at(span ast.SourceSpan) Problem {
	return Problem{Position: p.source.position(span.Start(), span.End())}
}

// importProblem reports an import that leads nowhere, at its statement.
func (p *problems) importProblem(tree *ast.FileNode, dep dependency, unresolved string) {
	for _, decl := range tree.Decls {
		if node, ok := decl.(*ast.ImportNode); ok && node.Name.AsString() == dep.path {
			problem := p.at(tree.NodeInfo(node.Name))
			problem.Message, problem.Import = dep.refusal, unresolved
			p.list = append(p.list, problem)
		}
	}
}

func wording(text string) string {
	rest, ok := strings.CutPrefix(text, `edition value "`)
	if edition, _, found := strings.Cut(rest, `" not recognized`); ok && found {
		return fmt.Sprintf("edition %s is not supported: evctl reads proto2, proto3 and edition 2023", edition)
	}
	return strings.Replace(strings.TrimPrefix(text, "syntax error: "), "unexpected $end", "unexpected end of file", 1)
}
