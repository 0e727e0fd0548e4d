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

// value stands for a string, a number or a placeholder.
const value = "\x01"

// scan returns the words of text in lower case, those that are quoted with a
// quote in front, the marks ( ) ; . each as a word, and one for each value.
// Comments and other marks are left out.
func scan(text string) []string {
	var words []string
	mysql := strings.Contains(text, "`") // there a backslash escapes in any string
	for i := 0; i < len(text) && len(words) < maxWords; {
		rest := text[i:]
		switch c := text[i]; {
		case strings.HasPrefix(rest, "--"), c == '#' && (mysql || strings.TrimSpace(lastLine(text[:i])) == ""):
			i += upTo(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			i += upTo(rest, "*/")
		case c == '\'':
			words, i = append(words, value), i+quoted(rest, '\'', mysql)
		case c == '$':
			words, i = append(words, value), i+dollar(rest)
		case c == '?':
			words, i = append(words, value), i+1
		case c >= '0' && c <= '9':
			words, i = append(words, value), i+len(rest)-len(strings.TrimLeft(rest, "0123456789"))
		case (c == 'e' || c == 'E') && strings.HasPrefix(rest[1:], "'"):
			words, i = append(words, value), i+1+quoted(rest[1:], '\'', true)
		case c == '"' || c == '`':
			n := quoted(rest, c, false)
			words = append(words, `"`+strings.ToLower(strings.Trim(rest[:n], string(c))))
			i += n
		case c == '[':
			n := upTo(rest, "]")
			if inner := strings.Trim(rest[:n], "[]"); isName(inner) {
				words = append(words, `"`+strings.ToLower(inner))
			}
			i += n
		case c == '%' && len(rest) > 1 && strings.IndexByte("svqd", rest[1]) >= 0:
			words, i = append(words, hole), i+2
		case c == 0:
			words, i = append(words, hole), i+1
		case c == '(' || c == ')' || c == ';' || c == '.':
			words, i = append(words, string(c)), i+1
		case letter(c):
			n := name(rest)
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

// name returns the length of the name at the start of a text.
func name(text string) int {
	for i := range len(text) {
		c := text[i]
		if !letter(c) && (i == 0 || (c < '0' || c > '9') && c != '$') {
			return i
		}
	}
	return len(text)
}

func isName(s string) bool { return s != "" && name(s) == len(s) }

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// upTo returns the length of text up to and with end.
func upTo(text, end string) int {
	if i := strings.Index(text[1:], end); i >= 0 {
		return 1 + i + len(end)
	}
	return len(text)
}

// dollar returns the length of what a dollar begins: a string without escapes,
// $$…$$ or $tag$…$tag$, or a placeholder, $1.
func dollar(text string) int {
	n := 1
	for n < len(text) && (letter(text[n]) || text[n] >= '0' && text[n] <= '9') {
		n++
	}
	if n == len(text) || text[n] != '$' {
		return n
	}
	mark := text[:n+1]
	if end := strings.Index(text[len(mark):], mark); end >= 0 {
		return end + 2*len(mark)
	}
	return len(text)
}

// quoted returns the length of the quoted text at the start; a doubled quote
// stays inside, and where backslashes escape, one behind a backslash.
func quoted(text string, quote byte, escapes bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && escapes:
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
