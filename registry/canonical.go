package registry

import (
	"bytes"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Canonical returns a schema's text without what never matters: for JSON the
// spacing and the order of names, for Avro also the ways to write one name or
// primitive type, for Protobuf spacing and comments. Descriptions and other
// annotations stay. A text that does not parse stands for itself, line ends
// aside.
func Canonical(format evctl.Format, text []byte) []byte {
	if format == evctl.Protobuf {
		return protobufTokens(text)
	}
	doc, err := jsondoc.Parse("", text)
	if err != nil {
		return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if format == evctl.Avro {
		return avroForm(doc.Root, "").Canonical()
	}
	return doc.Root.Canonical()
}

// Same reports whether two schemas have one canonical form.
func Same(a, b *evctl.Schema) bool {
	return a.Format == b.Format &&
		(bytes.Equal(a.Text, b.Text) || bytes.Equal(Canonical(a.Format, a.Text), Canonical(b.Format, b.Text)))
}

// protobufTokens joins the tokens of a .proto text with single spaces.
func protobufTokens(text []byte) []byte {
	rest, out := string(text), make([]byte, 0, len(text)/2)
	for rest != "" {
		token := protobufToken(rest)
		rest = rest[len(token):]
		if strings.TrimSpace(token) == "" || strings.HasPrefix(token, "//") || strings.HasPrefix(token, "/*") {
			continue
		}
		if len(out) > 0 {
			out = append(out, ' ')
		}
		out = append(out, token...)
	}
	return out
}

// protobufToken cuts the first token, comment or run of spaces off a text.
func protobufToken(text string) string {
	end := func(at, length int) string {
		if at < 0 {
			return text
		}
		return text[:at+length]
	}
	switch {
	case strings.HasPrefix(text, "//"):
		return end(strings.IndexByte(text, '\n'), 1)
	case strings.HasPrefix(text, "/*"):
		return end(strings.Index(text, "*/"), 2)
	case text[0] == '"' || text[0] == '\'':
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case text[0], '\n':
				return text[:i+1]
			}
		}
		return text
	case isWord(text[0]):
		return end(strings.IndexFunc(text, func(r rune) bool { return r < 0x80 && !isWord(byte(r)) }), 0)
	case isSpace(text[0]):
		return end(strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 || !isSpace(byte(r)) }), 0)
	}
	return text[:1]
}

func isSpace(c byte) bool { return slices.Contains([]byte(" \t\r\n\v\f"), c) }

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c >= 0x80
}
