package jsonschema

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/stringformat"
)

// sharedFormats lists the formats that the libraries check by different rules,
// or by others than their definitions: both are given one check. Whether its
// answers are right is for the official suite to say.
var sharedFormats = []string{
	"duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "iri", "iri-reference", "regex", "uri", "uri-reference", "uri-template",
	ASCIIHostname, ECMARegex,
}

// Formats under names that say which of their definitions is meant.
const (
	ASCIIHostname = "hostname (draft 4)" // RFC 1034 alone, without the labels that RFC 5890 reserves
	ECMARegex     = "regex (ECMA-262)"   // v6 lets nobody give it another check of regex
)

// FormatIn returns the name of what a format means in a draft.
func FormatIn(d Dialect, name string) string {
	switch {
	case name == "regex":
		return ECMARegex
	case name == "hostname" && d < Draft7:
		return ASCIIHostname
	}
	return name
}

func sharedFormat(name string) func(string) bool {
	switch name {
	case "duration", "email": // v6 takes durations with gaps, and addresses without a domain
		return formatOfFirst(name)
	case "idn-email":
		return isInternationalEmail
	case "regex", ECMARegex:
		return isRegex
	case ASCIIHostname:
		return stringformat.IsASCIIHostname
	}
	return stringformat.Check(name)
}

// isInternationalEmail reads the mailbox of RFC 6531, section 3.3: that of
// RFC 5321 with characters beyond ASCII.
func isInternationalEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 0 {
		return false
	}
	email, local, domain := formatOfFirst("email"), s[:at], s[at+1:]
	ascii := strings.Map(func(r rune) rune {
		if r > 0x7F {
			return 'a'
		}
		return r
	}, local)
	return email(ascii+"@a.b") && (stringformat.Check("idn-hostname")(norm.NFC.String(domain)) || email("a@"+domain))
}

func isRegex(s string) bool {
	_, err := compilePattern(s)
	return err == nil && !setsFlags(s)
}

// setsFlags reports whether a pattern sets flags for what follows, as Go lets
// it. ECMA-262 has flags for a group only.
func setsFlags(pattern string) bool {
	before, rest, found := strings.Cut(pattern, "(?")
	for found {
		flags := strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz")
		if len(flags) < len(rest) && strings.HasPrefix(flags, ")") && !strings.HasSuffix(before, `\`) {
			return true
		}
		before, rest, found = strings.Cut(rest, "(?")
	}
	return false
}

// A Format checks strings as both libraries do where formats are asserted.
type Format struct{ first, second library }

// NewFormat returns the check of a format, which may be one of a string's
// content, or nil if a library does not know it, and so lets every string pass.
func NewFormat(name string) *Format {
	keywords := contentKeywords(name)
	switch {
	case keywords == "" && formatFirst(name) == nil:
		return nil
	case keywords == "":
		keywords = fmt.Sprintf(`"format":%q`, name)
	}
	text := fmt.Appendf(nil, `{"$schema":%q,%s}`, Draft2020.uri(), keywords)
	b, err := load(&evctl.Schema{Format: evctl.JSON, Text: text}, evctl.Semantics{AssertFormats: true})
	if err != nil {
		return nil
	}
	texts := (&normalizer{bundle: b, added: map[string]string{}, assume: nothing}).texts()
	first, err := compileFirst(b, b.root.uri, texts)
	if err != nil {
		return nil
	}
	second, err := compileSecond(b, b.root.uri, texts)
	if err != nil {
		return nil
	}
	return &Format{first, second}
}

// Has reports whether s has the format; known is false where the libraries
// disagree.
func (f *Format) Has(s string) (has, known bool) {
	has, err := f.first.allows(s)
	if err != nil {
		return has, false
	}
	again, err := f.second.allows(s)
	return has, err == nil && has == again
}
