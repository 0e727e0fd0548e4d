// Package rulepage renders a rule as Markdown: the page in docs/rules, the
// output of `evctl explain` and the help text in SARIF are this one text.
package rulepage

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
)

// Render returns the rule's page.
func Render(rule evctl.Rule) string {
	var b strings.Builder
	summary, rest, _ := strings.Cut(rule.Doc, "\n")
	fmt.Fprintf(&b, "# %s\n\n%s\n\nSeverity: %s.", rule.ID, summary, rule.Severity)
	if len(rule.Aliases) > 0 {
		fmt.Fprintf(&b, " Also known as %s.", strings.Join(rule.Aliases, ", "))
	}
	fmt.Fprintf(&b, "\n\n%s\n", strings.TrimSpace(rest))
	if rule.Example != "" {
		example(&b, rule.Example)
	}
	return b.String()
}

func example(b *strings.Builder, archive string) {
	a := txtar.Parse([]byte(archive))
	fmt.Fprintf(b, "\n## Example\n\n%s\n", strings.TrimSpace(string(a.Comment)))
	for _, f := range a.Files {
		if f.Name == "go.mod" || strings.HasPrefix(f.Name, "third_party/") {
			continue // stands in for libraries
		}
		name, language := "`"+f.Name+"`:", strings.TrimPrefix(path.Ext(f.Name), ".")
		if f.Name == "want" {
			name, language = "What evctl reports:", "text"
		}
		fmt.Fprintf(b, "\n%s\n\n```%s\n%s```\n", name, language, f.Data)
	}
}

// File returns the page's place below docs/rules.
func File(rule evctl.Rule) string { return rule.ID + ".md" }
