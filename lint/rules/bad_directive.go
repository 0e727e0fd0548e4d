package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/lint/link"
)

// BadDirective is a comment that was meant to direct lint, and does not.
var BadDirective = evctl.Rule{
	ID:       "lint/bad-directive",
	Severity: evctl.Error,
	Doc: `A directive is misspelt, incomplete or in the wrong place, so that it does nothing.

` + "`//evctl:ignore RULE EX-…`" + ` names an exception for a finding; ` + "`//evctl:publish`, `//evctl:outbox` and `//evctl:store`" + ` in the comment of a
function, or of a method of an interface, say what a call of it does. A directive that lint does not understand is dangerous because it looks as if it
worked: a publisher that nobody declares hides every dual write behind it.

Write the directive as the message says. Like all directives of Go it has no space behind the slashes.`,
}

func checkBadDirective(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, d := range p.Directives {
		message, remedy := fault(d)
		if message == "" {
			continue
		}
		f := BadDirective.At(d.Pos, "%s", message)
		f.Key, f.Remedy = strings.TrimLeft(d.Text, "/* \t"), remedy
		report(f, link.High)
	}
}

// verbs are the words behind evctl: that mean something.
var verbs = [...]string{"ignore", "publish", "outbox", "store"}

// fault says what is wrong with a directive, and how to mend it; or nothing.
func fault(d *link.Directive) (message, remedy string) {
	verb, words := d.Verb()
	whole := strings.TrimSpace("//evctl:" + strings.Join(append([]string{verb}, words...), " "))
	switch {
	case d.IsComment():
		return fmt.Sprintf("%q is a mere comment: a directive begins with //evctl:", firstLine(d.Text)), "write " + whole
	case verb == "":
		return "//evctl: names nothing to do: want one of " + strings.Join(verbs[:], ", "), "write the verb right behind the colon"
	case verb == "ignore":
		return ignoreFault(d.Ignores())
	case verb != "publish" && verb != "outbox" && verb != "store":
		return fmt.Sprintf("unknown directive %q%s", "//evctl:"+verb, suggest.Hint(verb, verbs[:])), "want one of " + strings.Join(verbs[:], ", ")
	case !d.Declares:
		return fmt.Sprintf("//evctl:%s stands in the comment of no function and of no method of an interface", verb),
			"move it into the comment of the function or method that does it"
	}
	return "", ""
}

// ignoreFault does the same for //evctl:ignore.
func ignoreFault(rule, exception string) (message, remedy string) {
	const want = "write //evctl:ignore RULE EX-…, with the exception that evctl exceptions add has filed"
	var known []string
	for _, r := range All() {
		known = append(known, r.ID)
	}
	switch {
	case rule == "":
		return "//evctl:ignore names no rule and no exception", want
	case !slices.Contains(known, rule):
		if id := "lint/" + rule; slices.Contains(known, id) {
			return fmt.Sprintf("//evctl:ignore names the unknown rule %q: did you mean %q?", rule, id), want
		}
		return fmt.Sprintf("//evctl:ignore names the unknown rule %q%s", rule, suggest.Hint(rule, known)), want
	case exception == "":
		return "//evctl:ignore " + rule + " names no exception", want
	}
	return "", ""
}

// firstLine cuts what a report shows of a comment.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
