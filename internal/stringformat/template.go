package stringformat

import (
	"strings"
	"unicode/utf8"
)

// isTemplate follows the grammar of RFC 6570, section 2.
func isTemplate(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for {
		literal, rest, found := strings.Cut(s, "{")
		if !isLiteral(literal) {
			return false
		}
		if !found {
			return true
		}
		expression, after, closed := strings.Cut(rest, "}")
		if !closed || !isExpression(expression) {
			return false
		}
		s = after
	}
}

func isLiteral(s string) bool {
	for i, r := range s {
		switch {
		case r == '%':
			if !isEscape(s[i:]) {
				return false
			}
		case r >= utf8.RuneSelf:
			if !isUCS(r) && !isPrivate(r) {
				return false
			}
		case r <= ' ' || r == 0x7F || strings.ContainsRune("\"<>\\^`{|}", r):
			return false
		}
	}
	return true
}

func isExpression(s string) bool {
	if s != "" && strings.IndexByte("+#./;?&=,!@|", s[0]) >= 0 {
		s = s[1:]
	}
	for variable := range strings.SplitSeq(s, ",") {
		if !isVariable(variable) {
			return false
		}
	}
	return true
}

func isVariable(s string) bool {
	name, length, prefixed := strings.Cut(s, ":")
	if prefixed && (length == "" || len(length) > 4 || length[0] == '0' || !consists(length, isDigit)) {
		return false
	}
	if !prefixed {
		name = strings.TrimSuffix(name, "*")
	}
	for part := range strings.SplitSeq(name, ".") {
		if part == "" || !isVariableName(part) {
			return false
		}
	}
	return true
}

func isVariableName(s string) bool {
	for i := range len(s) {
		if s[i] == '%' && !isEscape(s[i:]) || s[i] != '%' && s[i] != '_' && !isLetter(s[i]) && !isDigit(s[i]) {
			return false
		}
	}
	return true
}
