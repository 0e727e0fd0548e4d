package stringformat

import (
	"net/netip"
	"strings"
	"unicode/utf8"
)

const (
	subDelims  = "!$&'()*+,;="
	unreserved = "-._~"
)

// isReference follows the grammar of RFC 3986 for URIs, whole ones where a
// scheme is demanded, and that of RFC 3987 for IRIs.
func isReference(s string, whole, international bool) bool {
	if !utf8.ValidString(s) {
		return false
	}
	c := characters{international}
	s, fragment, _ := strings.Cut(s, "#")
	s, query, _ := strings.Cut(s, "?")
	if !c.all(fragment, subDelims+":@/?") || !c.query(query) {
		return false
	}
	scheme, rest, ok := strings.Cut(s, ":")
	if ok = ok && isScheme(scheme); ok {
		s = rest
	}
	if !ok && whole {
		return false
	}
	if authority, found := strings.CutPrefix(s, "//"); found {
		end := strings.IndexByte(authority, '/')
		if end < 0 {
			end = len(authority)
		}
		return c.authority(authority[:end]) && c.all(authority[end:], subDelims+":@/")
	}
	first, _, _ := strings.Cut(s, "/")
	return c.all(s, subDelims+":@/") && (ok || !strings.Contains(first, ":"))
}

func isScheme(s string) bool {
	return s != "" && isLetter(s[0]) && consists(s, func(c byte) bool { return isLetter(c) || isDigit(c) || strings.IndexByte("+-.", c) >= 0 })
}

// characters says what may stand for itself beside ASCII.
type characters struct{ international bool }

// all reports whether s consists of unreserved, escaped and other characters.
func (c characters) all(s, others string) bool {
	for i, r := range s {
		switch {
		case r == '%':
			if !isEscape(s[i:]) {
				return false
			}
		case r >= utf8.RuneSelf:
			if !c.international || !isUCS(r) {
				return false
			}
		case !isLetter(byte(r)) && !isDigit(byte(r)) && !strings.ContainsRune(unreserved+others, r):
			return false
		}
	}
	return true
}

func (c characters) query(s string) bool {
	if c.international {
		s = strings.Map(func(r rune) rune {
			if isPrivate(r) {
				return '-'
			}
			return r
		}, s)
	}
	return c.all(s, subDelims+":@/?")
}

func (c characters) authority(s string) bool {
	if user, host, ok := strings.Cut(s, "@"); ok {
		if s = host; !c.all(user, subDelims+":") {
			return false
		}
	}
	if literal, ok := strings.CutPrefix(s, "["); ok {
		literal, port, closed := strings.Cut(literal, "]")
		return closed && isAddress(literal) && (port == "" || port[0] == ':' && consists(port[1:], isDigit))
	}
	host, port, _ := strings.Cut(s, ":")
	return c.all(host, subDelims) && consists(port, isDigit)
}

// isAddress reads what stands in brackets: an IPv6 address without a zone, or
// an address of a version to come.
func isAddress(s string) bool {
	if s != "" && s[0]|0x20 == 'v' {
		version, address, ok := strings.Cut(s[1:], ".")
		return ok && version != "" && consists(version, isHex) && address != "" &&
			!strings.Contains(address, "%") && characters{}.all(address, subDelims+":")
	}
	address, err := netip.ParseAddr(s)
	return err == nil && address.Is6() && address.Zone() == ""
}

// isEscape reports whether s starts with a percent sign and two digits.
func isEscape(s string) bool { return len(s) > 2 && isHex(s[1]) && isHex(s[2]) }

// isUCS is ucschar of RFC 3987.
func isUCS(r rune) bool {
	return 0xA0 <= r && r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r && r <= 0xFFEF ||
		0x10000 <= r && r <= 0xEFFFD && r&0xFFFF <= 0xFFFD && (r < 0xE0000 || r >= 0xE1000)
}

// isPrivate is iprivate of RFC 3987.
func isPrivate(r rune) bool {
	return 0xE000 <= r && r <= 0xF8FF || r >= 0xF0000 && r&0xFFFF <= 0xFFFD
}
