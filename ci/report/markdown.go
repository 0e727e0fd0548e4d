package report

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evctl/evctl"
)

// MaxMarkdown bounds a summary, in bytes: GitHub drops a step's summary whole
// if it is over 1 MiB, and other steps of the job write to it too.
const MaxMarkdown = 900 << 10

// Markdown writes a summary for a pull request or a GitHub step, at most
// MaxMarkdown bytes long, errors first, and says how many findings it left out.
func Markdown(w io.Writer, r *Report, style Style) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### evctl: %s\n\n", strings.Join(append([]string{headline(r.Summary)}, asides(r.Summary)...), " · "))
	if r.Summary.Verdict != "" {
		fmt.Fprintf(&b, "**%s**\n\n", r.Summary.Verdict)
	}
	foot := markdownFoot(r)
	room := MaxMarkdown - b.Len() - len(foot) - 200
	findings := slices.DeleteFunc(slices.Clone(r.Findings), evctl.Finding.Waived)
	slices.SortStableFunc(findings, func(a, b evctl.Finding) int { return int(b.Severity - a.Severity) })
	for i, f := range findings {
		text := markdownFinding(f, style)
		if room -= len(text); room < 0 {
			fmt.Fprintf(&b, "… and %d more, which would not fit here: `evctl check -f json` has them all.\n\n", len(findings)-i)
			break
		}
		b.WriteString(text)
	}
	b.WriteString(foot)
	_, err := io.WriteString(w, b.String())
	return err
}

func markdownFinding(f evctl.Finding, style Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** %s [`%s`](%s)", f.Severity, escapeMarkdown(f.Message), f.Rule, RuleURL(f.Rule))
	if place := f.Position.String(); place != "" {
		fmt.Fprintf(&b, "<br>%s", markdownPlace(f.Position, style.Blob))
	}
	b.WriteString("\n")
	lines := story(f)
	if len(lines) == 0 {
		return b.String() + "\n"
	}
	b.WriteString("  <details><summary>details</summary>\n\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "  **%s**\n", l.label)
		if l.label == "breaks" || l.label == "fix" || l.label == "waived" {
			fmt.Fprintf(&b, "  %s\n\n", indent(escapeMarkdown(l.text)))
			continue
		}
		fmt.Fprintf(&b, "%s\n", fenced(l.text))
	}
	if style.Exceptions {
		fmt.Fprintf(&b, "  **except**\n  `evctl exceptions add %s`\n\n", f.ID())
	}
	b.WriteString("  </details>\n\n")
	return b.String()
}

func markdownPlace(p evctl.Position, blob string) string {
	name := code(pointAt(p))
	if blob == "" || p.File == "" {
		return name
	}
	address := blob + (&url.URL{Path: p.File}).EscapedPath()
	if p.Line > 0 {
		address += fmt.Sprintf("#L%d", p.Line)
	}
	return "[" + name + "](" + address + ")"
}

// markdownFoot says what was looked at.
func markdownFoot(r *Report) string {
	var b strings.Builder
	if len(r.Families) > 0 {
		b.WriteString("\n| family | looked at |\n|---|---|\n")
	}
	for _, f := range r.Families {
		fmt.Fprintf(&b, "| %s | %s |\n", f.Name, escapeMarkdown(lookedAt(f)))
	}
	b.WriteString("\n")
	tail := []string{strictly(r.Summary), exceptionsInUse(r.Findings), against(r.Against)}
	for _, text := range append(slices.Clone(r.Notes), tail...) {
		if text != "" {
			fmt.Fprintf(&b, "%s  \n", escapeMarkdown(text))
		}
	}
	return b.String()
}

// fenced sets text in a code block whose fence the text cannot close.
func fenced(text string) string {
	if len(text) > maxStory {
		text = strings.ToValidUTF8(text[:maxStory], "") + " …"
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return "  " + fence + "\n  " + indent(cleanLines(text)) + "\n  " + fence + "\n"
}

func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }

// code sets text in a code span that it cannot close.
func code(text string) string {
	ticks := "`"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	if len(ticks) > 1 {
		return ticks + " " + clean(text) + " " + ticks
	}
	return ticks + clean(text) + ticks
}

// escapeMarkdown makes text from outside plain text: no mark-up, no HTML, no
// mention of a user.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range clean(text) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '@':
			b.WriteString("&#64;")
		case r < utf8.RuneSelf && strings.ContainsRune("\\`*_{}[]#|~&>", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
