package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/rulepage"
)

// Page writes a rule's page for a terminal: the Markdown that it is made of,
// with headings and code set apart by colour.
func Page(w io.Writer, rule evctl.Rule, style Style) error {
	var b strings.Builder
	ink := newInk(w, style)
	fence := false
	for line := range strings.Lines(rulepage.Render(rule)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			fence = !fence
			line = ink.dim(line)
		case fence:
			line = ink.accent(line)
		case strings.HasPrefix(line, "#"):
			line = ink.bold(line)
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Rules lists rules by family: id, severity and summary, a line each.
func Rules(w io.Writer, rules []evctl.Rule, style Style) error {
	var b strings.Builder
	ink := newInk(w, style)
	width := 0
	for _, r := range rules {
		width = max(width, len(r.ID))
	}
	family := ""
	for _, r := range rules {
		if family != "" && r.Family() != family {
			b.WriteString("\n")
		}
		family = r.Family()
		fmt.Fprintf(&b, "%s%s  %s  %s\n", ink.accent(r.ID), strings.Repeat(" ", width-len(r.ID)),
			ink.severity(r.Severity, fmt.Sprintf("%-7s", r.Severity)), r.Summary())
	}
	_, err := io.WriteString(w, b.String())
	return err
}
