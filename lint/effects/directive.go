package effects

import (
	"go/ast"
	"regexp"
	"strings"

	"github.com/evctl/evctl"
)

// A Directive is a comment by which code tells lint something, //evctl:VERB and
// words, or one that was meant to be.
type Directive struct {
	Pos  evctl.Position
	Text string // as it stands in the code
	// Declares means that it stands in the comment of a function, or of a
	// method of an interface.
	Declares bool
	Last     int // the last line that it speaks of: the next one, or the end of the function whose comment holds it
}

// Verb returns the word behind evctl:, and those that follow.
func (d Directive) Verb() (verb string, words []string) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(d.Text, "/*"), "*/"))
	text = strings.TrimPrefix(strings.TrimLeft(text, "/ \t"), "evctl:")
	words = strings.Fields(text)
	if len(words) == 0 || !strings.HasPrefix(text, words[0]) { // a space behind the colon
		return "", words
	}
	return words[0], words[1:]
}

// IsComment reports whether it is none for Go, which wants no space behind the
// slashes.
func (d Directive) IsComment() bool { return !strings.HasPrefix(d.Text, "//evctl:") }

// Ignores returns what //evctl:ignore RULE EX-… names; both are empty for any
// other directive, and what is left out is empty.
func (d Directive) Ignores() (rule, exception string) {
	verb, words := d.Verb()
	if d.IsComment() || verb != "ignore" {
		return "", ""
	}
	words = append(words, "", "")
	return words[0], words[1]
}

// directives notes the directives of a file.
func (s *summarizer) directives(file *ast.File) {
	// Written with a space, it could be prose: only known verbs count there.
	meant := regexp.MustCompile(`^(//evctl:|(//|/\*)\s*evctl:(ignore|publish|outbox|store)\b)`)
	declares, ends := map[*ast.CommentGroup]bool{}, map[*ast.CommentGroup]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			declares[n.Doc] = true
			ends[n.Doc] = s.position(n.End()).Line
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				declares[m.Doc], declares[m.Comment] = len(m.Names) > 0, len(m.Names) > 0
			}
		}
		return true
	})
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !meant.MatchString(c.Text) {
				continue
			}
			d := Directive{Pos: s.position(c.Pos()), Text: c.Text, Declares: declares[group], Last: s.position(c.Pos()).Line + 1}
			if end, ofFunc := ends[group]; ofFunc {
				d.Last = end
			}
			s.out.Directives = append(s.out.Directives, d)
		}
	}
}
