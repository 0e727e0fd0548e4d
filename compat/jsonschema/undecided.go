package jsonschema

import (
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/search"
	"github.com/evctl/evctl/compat/rules"
)

// undecided reports a doubt, at the keyword that raises it.
func (q *question) undecided(d search.Doubt) error {
	if err := q.ended(); err != nil {
		return err
	}
	if q.ctx.Err() != nil {
		d.Kind = search.Cancelled
	}
	q.worsen(evctl.Undecided)
	part := q.place(d.Atom)
	for i := 0; part == nil && i < len(d.Near); i++ {
		part = q.place(d.Near[i])
	}
	f := rules.Undecided.At(q.position(part), "%s", q.why(d, part))
	f.Direction = q.direction
	f.Key = doubtNames[d.Kind]
	f.Remedy = remedies[d.Kind]
	if part != nil {
		f.Path = part.Pointer()
		f.Key += " " + part.Keyword
	}
	q.findings = append(q.findings, f)
	return nil
}

var doubtNames = [...]string{
	search.Budget: "budget", search.Cancelled: "budget", search.Reference: "reference", search.Pattern: "pattern", search.Format: "format",
	search.Large: "large", search.Nesting: "nesting", search.Unproven: "unproven",
}

var remedies = [...]string{
	search.Budget:    tellApart,
	search.Cancelled: tellApart,
	search.Reference: "publish the referenced schema in the registry, or put it below $defs",
	search.Pattern:   "write the pattern without look-behind and back-references, or leave it as published",
	search.Format:    "leave the format as published, or set semantics.formats to annotate",
	search.Large:     "lower the count, or leave it as published",
	search.Nesting:   "make the schema less deep, or file an exception",
	search.Unproven:  "file an exception once somebody has looked at the change",
}

const tellApart = "make the branches of oneOf and anyOf tell themselves apart, by type or by a required property with const, or file an exception"

// why words a doubt.
func (q *question) why(d search.Doubt, part *compile.Part) string {
	at := "the schemas"
	if part != nil && part.Keyword != "" {
		at = part.Keyword
	}
	switch d.Kind {
	case search.Budget:
		return fmt.Sprintf("cannot decide within %d steps whether the reader reads all that the writer writes", search.DefaultSteps)
	case search.Cancelled:
		return fmt.Sprintf("cannot decide within %s whether the reader reads all that the writer writes", maxTime)
	case search.Reference:
		name := q.table.Node(d.Atom).Text
		reason := q.r.Unresolved[name]
		if reason == "" {
			reason = q.w.Unresolved[name]
		}
		if reason == "" { // what the lenient policy cannot look through
			return "cannot decide: " + name
		}
		return fmt.Sprintf("cannot decide: %s: %s", name, reason)
	case search.Pattern:
		return "cannot decide: " + q.patternProblem(d.Atom)
	case search.Format:
		return fmt.Sprintf("cannot decide: the values of format %q are not known exactly", q.table.Node(d.Atom).Text)
	case search.Large:
		return fmt.Sprintf("cannot decide: a count or number in %s is beyond what is enumerated", at)
	case search.Nesting:
		return "cannot decide: an event that tells the versions apart would nest too deeply"
	}
	return "cannot decide: no event found could be confirmed"
}

func (q *question) patternProblem(atom logic.Lit) string {
	n := q.table.Node(atom)
	patterns := []*logic.Pattern{n.Pattern}
	if n.Region != nil {
		patterns = n.Region.Patterns
	}
	for _, p := range patterns {
		if p != nil && p.Problem != nil {
			return p.Problem.Error()
		}
	}
	return "the patterns are too large together"
}

// place finds the statement that an atom comes from, in the new schema first.
func (q *question) place(atom logic.Lit) *compile.Part {
	before, after := q.r, q.w
	if q.direction == evctl.Backward {
		before, after = q.w, q.r
	}
	if part := statementOf(after.Root, atom); part != nil {
		return part
	}
	return statementOf(before.Root, atom)
}

// statementOf searches a text for the statement that is just the atom.
func statementOf(root *compile.Site, atom logic.Lit) *compile.Part {
	seen := map[*compile.Site]bool{root: true}
	for queue := []*compile.Site{root}; len(queue) > 0 && atom != logic.True; queue = queue[1:] {
		parts := queue[0].Parts()
		for i := range parts {
			part := &parts[i]
			if part.Lit.Node() == atom.Node() && part.Keyword != "" {
				return part
			}
			if part.Sub != nil && !seen[part.Sub] {
				seen[part.Sub] = true
				queue = append(queue, part.Sub)
			}
		}
	}
	return nil
}

// position returns where a statement of either side stands in the new
// schema's file, or its nearest parent.
func (q *question) position(part *compile.Part) evctl.Position {
	pointer := ""
	if part != nil {
		pointer = part.Pointer()
	}
	root := q.r.Root
	if q.direction == evctl.Forward {
		root = q.w.Root
	}
	at := root.Doc.PositionOf(pointer)
	at.File = q.new.File
	return at
}

// writerEmpty reports a writer that can write no event at all.
func (q *question) writerEmpty() error {
	q.worsen(evctl.Undecided)
	f := rules.WriterEmpty.At(q.position(nil), "the writer's schema allows no event, so nothing can be said of its readers")
	f.Direction = q.direction
	f.Remedy = "find the statements that contradict each other: required names that nothing allows, say, or bounds that cross"
	q.findings = append(q.findings, f)
	return nil
}
