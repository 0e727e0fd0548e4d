package link

import (
	"strconv"
	"strings"
)

// A type parameter is written ‹0›, ‹1› … in the text of a type.
const (
	open  = "‹"
	close = "›"
)

// substitute puts type arguments in the place of parameters. A parameter
// without an argument stays.
func substitute(text string, args []string) string {
	if len(args) == 0 || !strings.Contains(text, open) {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, open)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		number, after, _ := strings.Cut(rest, close)
		if i, err := strconv.Atoi(number); err == nil && i < len(args) {
			b.WriteString(args[i])
		} else {
			b.WriteString(open + number + close)
		}
		text = after
	}
}

func substituteAll(texts, args []string) []string {
	if len(args) == 0 {
		return texts
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = substitute(t, args)
	}
	return out
}

// match reports whether a text fits a pattern whose parameters may each stand
// for any one type, and binds them. A parameter left in the text fits anything.
func match(text, pattern string, bound []string) bool {
	for pattern != "" {
		switch {
		case strings.HasPrefix(pattern, open):
			number, rest, _ := strings.Cut(pattern[len(open):], close)
			i, err := strconv.Atoi(number)
			if err != nil || i >= len(bound) {
				return false
			}
			n := span(text)
			if n == 0 {
				return false
			}
			switch {
			case bound[i] == "" || strings.HasPrefix(bound[i], open):
				bound[i] = text[:n]
			case bound[i] != text[:n] && !strings.HasPrefix(text, open):
				return false
			}
			text, pattern = text[n:], rest
		case strings.HasPrefix(text, open):
			_, rest, _ := strings.Cut(text, close)
			n := span(pattern)
			if n == 0 {
				return false
			}
			text, pattern = rest, pattern[n:]
		case text == "" || text[0] != pattern[0]:
			return false
		default:
			text, pattern = text[1:], pattern[1:]
		}
	}
	return text == ""
}

// span returns the length of the type at the start of a text.
func span(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case ',', ';':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// methodName returns the name in front of a signature.
func methodName(signature string) string {
	name, _, _ := strings.Cut(signature, "(")
	return name
}
