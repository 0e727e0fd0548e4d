package report

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/evctl/evctl"
)

// The most that the Markdown writers write, in bytes. GitHub refuses a comment
// of more than 65,536 characters, and drops a step's summary whole if it is over
// 1 MiB; other steps of the job write to it too.
const (
	MaxComment = 64_000
	MaxSummary = 900 << 10
)

// openRows is how many findings a reader sees without unfolding anything.
const openRows = 5

// Markdown writes a comment for a pull request, at most MaxComment bytes long:
// errors first, five findings open and the rest folded. It says how many
// findings it left out.
func Markdown(w io.Writer, r *Report, style Style) error {
	return markdown(w, r, style, MaxComment)
}

// StepSummary is Markdown for the summary of a GitHub step, which takes more:
// MaxSummary bytes.
func StepSummary(w io.Writer, r *Report, style Style) error {
	return markdown(w, r, style, MaxSummary)
}

func markdown(w io.Writer, r *Report, style Style, limit int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### evctl: %s\n\n", strings.Join(append([]string{headline(r.Summary)}, asides(r.Summary)...), " · "))
	if r.Answer != "" {
		fmt.Fprintf(&b, "**%s %s**\n\n", escapeMarkdown(r.Question), r.Answer)
	}
	if r.Summary.Verdict != "" {
		fmt.Fprintf(&b, "**%s**\n\n", r.Summary.Verdict)
	}
	foot := markdownFoot(r, limit/8)
	findings := slices.DeleteFunc(slices.Clone(r.Findings), evctl.Finding.Waived)
	slices.SortStableFunc(findings, func(a, b evctl.Finding) int { return int(b.Severity - a.Severity) })
	markdownFindings(&b, findings, style, limit-b.Len()-len(foot))
	b.WriteString(foot)
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownFindings writes as many as there is room for.
func markdownFindings(b *strings.Builder, all []evctl.Finding, style Style, room int) {
	const frame = 300 // for the fold and the line about what is left out
	room -= frame
	closing := ""
	for i, f := range all {
		text := markdownFinding(f, style)
		if room -= len(text); room < 0 {
			fmt.Fprintf(b, "… and %d more, which would not fit here: `evctl check -f json` has them all.\n\n", len(all)-i)
			break
		}
		if i == openRows {
			n := len(all) - openRows
			fmt.Fprintf(b, "<details><summary>%d more %s</summary>\n\n", n, plural(n, "finding", "findings"))
			closing = "</details>\n\n"
		}
		b.WriteString(text)
	}
	b.WriteString(closing)
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
		if l.prose() {
			fmt.Fprintf(&b, "  %s\n\n", indent(escapeMarkdown(l.text)))
			continue
		}
		fmt.Fprintf(&b, "%s\n", fenced(l.text))
	}
	if style.Exceptions && canBeFiled(f) {
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

// markdownFoot says what was looked at; of notes, what fits into a number of bytes.
func markdownFoot(r *Report, room int) string {
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
		line := escapeMarkdown(text) + "  \n"
		if text != "" && b.Len()+len(line) <= room {
			b.WriteString(line)
		}
	}
	return b.String()
}
