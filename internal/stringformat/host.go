package stringformat

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/secure/bidirule"
)

// Limits of RFC 1034, section 3.1, in octets.
const (
	maxLabel = 63
	maxHost  = 253
)

// isIPv4 follows the dotted quad of RFC 2673, section 3.2.
func isIPv4(s string) bool {
	octets := strings.Split(s, ".")
	for _, octet := range octets {
		if octet == "" || len(octet) > 3 || !consists(octet, isDigit) || len(octet) > 1 && octet[0] == '0' || len(octet) == 3 && octet > "255" {
			return false
		}
	}
	return len(octets) == 4
}

// isHostname follows RFC 1123, section 2.1, and takes A-labels for names only if
// they stand for U-labels, as RFC 5890 has it.
func isHostname(s string) bool { return isHost(s, isLabel) }

// IsASCIIHostname follows RFC 1123, section 2.1, alone, as the format hostname
// does before draft 7: hyphens in the third and fourth place mean nothing.
func IsASCIIHostname(s string) bool { return isHost(s, isPlainLabel) }

func isHost(s string, isLabel func(string) bool) bool {
	if len(s) > maxHost {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !isLabel(label) {
			return false
		}
	}
	return true
}

// isInternationalHostname follows RFC 5890, section 2.3.2.3, with the dots of
// RFC 3490, section 3.1.
func isInternationalHostname(s string) bool {
	s = strings.NewReplacer("。", ".", "．", ".", "｡", ".").Replace(s)
	length, bidirectional := 0, isRightToLeft(s)
	for label := range strings.SplitSeq(s, ".") {
		if bidirectional && !bidirule.ValidString(label) {
			return false
		}
		encoded := label
		if !isASCII(label) {
			if !isULabel(label) {
				return false
			}
			encoded = "xn--" + encode([]rune(label))
		} else if !isLabel(label) {
			return false
		}
		if len(encoded) > maxLabel {
			return false
		}
		length += len(encoded) + 1
	}
	return length-1 <= maxHost
}

func isPlainLabel(s string) bool {
	return s != "" && len(s) <= maxLabel && s[0] != '-' && s[len(s)-1] != '-' && consists(s, isNameByte)
}

// isLabel checks a label of ASCII.
func isLabel(s string) bool {
	switch {
	case !isPlainLabel(s):
		return false
	case len(s) < 4 || s[2:4] != "--":
		return true
	case !strings.EqualFold(s[:2], "xn"):
		return false
	}
	runes, ok := decode(strings.ToLower(s[4:]))
	return ok && !isASCII(string(runes)) && isULabel(string(runes)) && encode(runes) == strings.ToLower(s[4:])
}

func isASCII(s string) bool { return consists(s, func(c byte) bool { return c < utf8.RuneSelf }) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func isNameByte(c byte) bool { return isDigit(c) || isLetter(c) || c == '-' }

func consists(s string, of func(byte) bool) bool {
	for i := range len(s) {
		if !of(s[i]) {
			return false
		}
	}
	return true
}
