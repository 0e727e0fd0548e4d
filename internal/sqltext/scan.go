package sqltext

import "strings"

// hole stands for a part of the text that is not known: a verb of fmt, or a
// zero byte put there by whoever joined the text.
const hole = "\x00"

// Hole is what to put where a part of the text is not known.
const Hole = hole

// maxWords bounds what is looked at: what a statement does stands at its start,
// and a text of many megabytes is data.
const maxWords = 20_000

// scan returns the words of text in lower case, unquoted, and the marks
// ( ) ; . each as a word. Comments, strings, numbers and other marks are left
// out.
func scan(text string) []string {
	var words []string
	for i := 0; i < len(text) && len(words) < maxWords; {
		rest := text[i:]
		switch c := text[i]; {
		case strings.HasPrefix(rest, "--"), c == '#':
			i += upTo(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			i += upTo(rest, "*/")
		case c == '\'':
			i += quoted(rest, '\'')
		case c == '"' || c == '`':
			n := quoted(rest, c)
			words = append(words, strings.ToLower(strings.Trim(rest[:n], string(c))))
			i += n
		case c == '[':
			n := upTo(rest, "]")
			if inner := strings.Trim(rest[:n], "[]"); isName(inner) {
				words = append(words, strings.ToLower(inner))
			}
			i += n
		case c == '%' && len(rest) > 1 && strings.IndexByte("svqd", rest[1]) >= 0:
			words, i = append(words, hole), i+2
		case c == 0:
			words, i = append(words, hole), i+1
		case c == '(' || c == ')' || c == ';' || c == '.':
			words, i = append(words, string(c)), i+1
		case letter(c):
			n := 1
			for n < len(rest) && (letter(rest[n]) || rest[n] >= '0' && rest[n] <= '9') {
				n++
			}
			words, i = append(words, strings.ToLower(rest[:n])), i+n
		default:
			i++
		}
	}
	return words
}

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isName(s string) bool {
	for i := range len(s) {
		if !letter(s[i]) && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}

// upTo returns the length of text up to and with end.
func upTo(text, end string) int {
	if i := strings.Index(text[1:], end); i >= 0 {
		return 1 + i + len(end)
	}
	return len(text)
}

// quoted returns the length of the quoted text at the start; a doubled quote or
// one behind a backslash stays inside.
func quoted(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}
