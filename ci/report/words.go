package report

// Clean makes text from outside safe for a terminal and for one line.
func Clean(text string) string { return clean(text) }

// EscapeMarkdown makes text from outside plain text in Markdown.
func EscapeMarkdown(text string) string { return escapeMarkdown(text) }
