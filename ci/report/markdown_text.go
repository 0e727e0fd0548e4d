package report

import (
	"strings"
	"unicode/utf8"
)

// fenced sets text in a code block whose fence the text cannot close.
func fenced(text string) string {
	text = cut(text)
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

// cut bounds text by maxStory.
func cut(text string) string {
	if len(text) <= maxStory {
		return text
	}
	return strings.ToValidUTF8(text[:maxStory], "") + " …"
}
