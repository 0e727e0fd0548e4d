package dir

import "strings"

const wordChars = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

// placeholder returns the name in the {name} that text begins with, or "".
func placeholder(text string) string {
	rest, opened := strings.CutPrefix(text, "{")
	name, _, closed := strings.Cut(rest, "}")
	if !opened || !closed || strings.Trim(name, wordChars) != "" {
		return ""
	}
	return name
}

// expand replaces each placeholder of a text.
func expand(text string, value func(name string) string) string {
	var b strings.Builder
	for text != "" {
		used := 1
		if name := placeholder(text); name != "" {
			used = len("{}") + len(name)
			b.WriteString(value(name))
		} else {
			b.WriteByte(text[0])
		}
		text = text[used:]
	}
	return b.String()
}

// widen turns a path with placeholders into the glob of all that it matches.
func widen(path string) string {
	return expand(path, func(string) string { return "*" })
}

// placeholders lists the names in a text.
func placeholders(text string) []string {
	var names []string
	expand(text, func(name string) string {
		names = append(names, name)
		return ""
	})
	return names
}
