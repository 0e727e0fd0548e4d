package effects

import (
	"go/ast"
	"strings"
)

// ignores notes the directives by which a file names exceptions.
func (s *summarizer) ignores(file *ast.File) {
	ends := map[*ast.CommentGroup]int{}
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Doc != nil {
			ends[f.Doc] = s.position(f.End()).Line
		}
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			words, ok := strings.CutPrefix(c.Text, "//evctl:ignore ")
			if !ok {
				continue
			}
			i := Ignore{Pos: s.position(c.Pos()), Last: s.position(c.Pos()).Line + 1}
			if end, ofFunc := ends[group]; ofFunc {
				i.Last = end
			}
			rule, exception, _ := strings.Cut(strings.TrimSpace(words), " ")
			i.Rule, i.Exception = rule, strings.TrimSpace(exception)
			s.out.Ignores = append(s.out.Ignores, i)
		}
	}
}
