package jsonschema

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word boundaries for regexp2, whose own are those of Unicode.
const (
	boundary   = `(?:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))`
	noBoundary = `(?:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))`
)

// translate turns an ECMA-262 pattern into one that Go's regexp, or regexp2,
// reads in the same sense. What Go already reads so stays as it is.
func translate(pattern string, backtrack bool) (string, error) {
	t := translator{in: []rune(pattern), backtrack: backtrack}
	for t.pos < len(t.in) {
		if err := t.step(); err != nil {
			return "", fmt.Errorf("pattern %q: %w", clip(pattern), err)
		}
	}
	if t.class {
		return "", fmt.Errorf("pattern %q: missing ]", clip(pattern))
	}
	return t.out.String(), nil
}

type translator struct {
	in        []rune
	pos       int
	class     bool // inside brackets
	backtrack bool // for regexp2
	out       strings.Builder
}

func (t *translator) rest() string { return string(t.in[t.pos:min(t.pos+16, len(t.in))]) }

func (t *translator) step() error {
	c := t.in[t.pos]
	switch {
	case c == '\\':
		return t.escape()
	case t.class:
		t.inClass(c)
	case c == '[':
		t.openClass()
	case c == '.':
		t.emit(1, `[^\n\r\x{2028}\x{2029}]`)
	case c == '$' && t.backtrack: // else it also matches before a last line feed
		t.emit(1, `\z`)
	case c == '(' && (strings.HasPrefix(t.rest(), "(?P") || strings.HasPrefix(t.rest(), "(?#")):
		return fmt.Errorf("invalid group %q", string(t.in[t.pos:t.pos+3]))
	default:
		t.emit(1, string(c))
	}
	return nil
}

func (t *translator) emit(consumed int, out string) {
	t.pos += consumed
	t.out.WriteString(out)
}

func (t *translator) openClass() {
	switch rest := t.rest(); {
	case strings.HasPrefix(rest, "[^]"):
		t.emit(3, `[\x{0}-\x{10FFFF}]`)
	case strings.HasPrefix(rest, "[]"):
		t.emit(2, `[^\x{0}-\x{10FFFF}]`)
	case strings.HasPrefix(rest, "[^"):
		t.class = true
		t.emit(2, "[^")
	default:
		t.class = true
		t.emit(1, "[")
	}
}

func (t *translator) inClass(c rune) {
	switch {
	case c == ']':
		t.class = false
		t.emit(1, "]")
	case c == '[': // Go would look for [:alpha:]
		t.emit(1, `\[`)
	default:
		t.emit(1, string(c))
	}
}

func (t *translator) escape() error {
	if t.pos+1 == len(t.in) {
		return fmt.Errorf("trailing backslash")
	}
	c := t.in[t.pos+1]
	switch c {
	case 'd', 'w', 's', 'D', 'W', 'S':
		t.shorthand(c)
	case 'u':
		return t.unicode()
	case 'c':
		if t.pos+2 >= len(t.in) || !isLetter(t.in[t.pos+2]) {
			return fmt.Errorf(`\c without a letter`)
		}
		t.literal(3, t.in[t.pos+2]%32)
	case 'v':
		t.literal(2, '\v')
	case '0':
		t.literal(2, 0)
	case 'b', 'B':
		t.boundary(c)
	case 'p', 'P':
		return t.property()
	case 'f', 'n', 'r', 't', 'x', 'k', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		t.emit(2, `\`+string(c))
	default:
		return t.identity(c)
	}
	return nil
}

// identity reads an escaped character that stands for itself.
func (t *translator) identity(c rune) error {
	switch {
	case isLetter(c):
		return fmt.Errorf(`invalid escape \%c`, c)
	case c == '_' || c >= utf8.RuneSelf:
		t.emit(2, string(c))
	default:
		t.emit(2, `\`+string(c))
	}
	return nil
}

func (t *translator) boundary(c rune) {
	switch {
	case t.class:
		t.literal(2, '\b')
	case !t.backtrack:
		t.emit(2, `\`+string(c))
	case c == 'b':
		t.emit(2, boundary)
	default:
		t.emit(2, noBoundary)
	}
}

// shorthand keeps \d and \w for Go, which reads them as ASCII.
func (t *translator) shorthand(c rune) {
	switch {
	case !t.backtrack && c|0x20 != 's':
		t.emit(2, `\`+string(c))
	case t.class:
		t.emit(2, class(c))
	default:
		t.emit(2, "["+class(c)+"]")
	}
}

// class returns what the letter of a shorthand stands for inside brackets.
// White space is that of ECMA-262: WhiteSpace and LineTerminator.
func class(c rune) string {
	switch c {
	case 'd':
		return `0-9`
	case 'D':
		return `\x{0}-/:-\x{10FFFF}`
	case 'w':
		return `0-9A-Za-z_`
	case 'W':
		return `\x{0}-/:-@\[-\^\x{60}\x{7B}-\x{10FFFF}`
	case 's':
		return `\x{9}-\x{D}\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
	}
	return `\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}` +
		`\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`
}

func (t *translator) literal(consumed int, r rune) {
	t.emit(consumed, fmt.Sprintf(`\x{%X}`, r))
}

// unicode reads \uXXXX, a surrogate pair of them, and \u{X…}.
func (t *translator) unicode() error {
	at := string(t.in[t.pos:min(t.pos+12, len(t.in))])
	var digits string
	switch {
	case strings.HasPrefix(at, `\u{`) && strings.Contains(at, "}"):
		digits = at[3:strings.Index(at, "}")]
		return t.codePoint(digits, len(digits)+4)
	case len(at) >= 6:
		digits = at[2:6]
	}
	high, err := strconv.ParseUint(digits, 16, 32)
	if err == nil && high >= 0xD800 && high < 0xDC00 && len(at) == 12 && at[6:8] == `\u` {
		if low, err := strconv.ParseUint(at[8:12], 16, 32); err == nil && low >= 0xDC00 && low < 0xE000 {
			t.literal(12, rune(0x10000+(high-0xD800)<<10+(low-0xDC00)))
			return nil
		}
	}
	return t.codePoint(digits, 6)
}

func (t *translator) codePoint(hex string, consumed int) error {
	r, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || r > 0x10FFFF {
		return fmt.Errorf(`invalid escape \u%s`, hex)
	}
	t.literal(consumed, rune(r))
	return nil
}

func (t *translator) property() error {
	end := t.pos
	for end < len(t.in) && t.in[end] != '}' {
		end++
	}
	if end == len(t.in) || t.in[t.pos+2] != '{' {
		return fmt.Errorf(`\p without {name}`)
	}
	name := string(t.in[t.pos+3 : end])
	for _, key := range []string{"General_Category=", "gc=", "Script=", "sc="} {
		name = strings.TrimPrefix(name, key)
	}
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	t.emit(end+1-t.pos, fmt.Sprintf(`\%c{%s}`, t.in[t.pos+1], name))
	return nil
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
