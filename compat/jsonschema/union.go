package jsonschema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/readable"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A sharing is a name that branches of a union share, and the branch where
// only one side declares it.
type sharing struct {
	name   string
	branch int
	added  bool // the new schema declares it there, the old one does not
}

// shared finds the name behind the break of a union under the lenient policy:
// the event would be read without it, some branch declares it on either side,
// and some branch does on one side only.
func (c *cause) shared() *sharing {
	if c.sem.Policy == evctl.Strict || c.other == nil || c.Part.Keyword != "oneOf" && c.Part.Keyword != "anyOf" {
		return nil
	}
	at := c.inQuestion(c.Reason)
	for _, name := range readable.Names(c.Reason.Witness, at) {
		reader, writer := declaring(c.Part, name), declaring(c.other, name)
		branch, declared := differ(reader, writer)
		if branch < 0 || c.table.Eval(c.Claim, readable.Without(c.Reason.Witness, at, name)) != logic.Yes {
			continue
		}
		return &sharing{name, branch, declared == (c.direction == evctl.Backward)}
	}
	return nil
}

// differ returns the first branch where just one side declares a name that both
// sides declare somewhere, and whether that is the reader; -1 if there is none.
func differ(reader, writer []bool) (branch int, declared bool) {
	branch = -1
	some := [2]bool{}
	for i := range min(len(reader), len(writer)) {
		some[0], some[1] = some[0] || reader[i], some[1] || writer[i]
		if reader[i] != writer[i] && branch < 0 {
			branch, declared = i, reader[i]
		}
	}
	if !some[0] || !some[1] || len(reader) != len(writer) {
		return -1, false
	}
	return branch, declared
}

// declaring tells for each branch of a union whether it declares a property.
func declaring(union *compile.Part, name string) []bool {
	branches := union.Node().Items
	list := make([]bool, len(branches))
	for i, branch := range branches {
		list[i] = declares(union.Doc, branch, name, maxDeclared)
	}
	return list
}

// maxDeclared bounds the references and conjunctions that lead to a declaration.
const maxDeclared = 5

func declares(doc *jsondoc.Document, n *jsondoc.Node, name string, depth int) bool {
	if depth == 0 || n.Get("properties").Member(name) != nil {
		return depth > 0
	}
	if ref := n.Get("$ref"); ref != nil {
		pointer, local := strings.CutPrefix(ref.Text, "#/")
		if target, ok := doc.Root.At("/" + pointer); local && ok && declares(doc, target, name, depth-1) {
			return true
		}
	}
	if all := n.Get("allOf"); all != nil {
		for _, part := range all.Items {
			if declares(doc, part, name, depth-1) {
				return true
			}
		}
	}
	return false
}

func (s *sharing) message(keyword string) string {
	does, doesNot := "the new schema", "the old one"
	if !s.added {
		does, doesNot = "the old schema", "the new one"
	}
	return fmt.Sprintf("branches of %s share the name %q: in branch %d %s declares it, %s does not", keyword, s.name, s.branch+1, does, doesNot)
}

func (s *sharing) remedy() string {
	if s.added {
		return "use a name that no branch has yet: under this one, events of the branch could carry anything or nothing before"
	}
	return fmt.Sprintf("keep %q declared in branch %d", s.name, s.branch+1)
}

// sharing makes the finding one of a shared name, at its branch.
func (c *cause) sharing(f *evctl.Finding, s *sharing) {
	f.Rule, f.Severity = rules.UnionNameShared.ID, rules.UnionNameShared.Severity
	f.Message, f.Key, f.Remedy = s.message(c.Part.Keyword), s.name, s.remedy()
	f.Witness.At += "/" + jsondoc.EscapePointer(s.name)
	was, is, oldDoc, newDoc := c.Part, c.other, c.r.Root.Doc, c.w.Root.Doc
	if c.direction == evctl.Backward {
		was, is, oldDoc, newDoc = is, was, newDoc, oldDoc
	}
	branch := "/" + strconv.Itoa(s.branch)
	if is.Doc == newDoc {
		f.Path = is.Pointer() + branch
		f.Position = newDoc.PositionOf(f.Path)
	}
	if was.Doc == oldDoc {
		f.Old.Path = was.Pointer() + branch
		f.Old.Position = oldDoc.PositionOf(f.Old.Path)
	}
	f.Position.File, f.Old.File = c.new.File, c.old.File
}
