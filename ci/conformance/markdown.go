package conformance

import (
	"fmt"
	"io"
	"strings"

	"github.com/evctl/evctl/ci/report"
)

// Markdown writes what needs attention, then the standard in a table.
func Markdown(w io.Writer, r *Report, style Style) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### Conformance: %s\n\n", summary(r))
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "- **%s** %s, %s\n", f.Severity, report.EscapeMarkdown(f.Message), report.EscapeMarkdown(place(f.Position, style)))
	}
	for _, c := range r.Clauses {
		for _, v := range c.Verdicts {
			if needsAttention(v.Outcome) {
				fmt.Fprintf(&b, "- **%s** [%s](%s) %s: %s, %s\n", v.Outcome, c.ID, report.RuleURL(c.Rule),
					report.EscapeMarkdown(about(v)), report.EscapeMarkdown(said(v)), report.EscapeMarkdown(place(v.Position, style)))
			}
		}
	}
	b.WriteString("\n<details><summary>all clauses</summary>\n\n| clause | level | asks for | outcome |\n|---|---|---|---|\n")
	for _, c := range r.Clauses {
		outcome := string(c.Outcome)
		if c.Rule == "" {
			outcome = "no rule yet"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.ID, c.Level, c.Title, outcome)
	}
	b.WriteString("\n</details>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
