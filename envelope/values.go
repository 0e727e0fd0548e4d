package envelope

import (
	"fmt"
	"strings"
	"time"
)

const (
	lowerHex = "0123456789abcdef"
	anyHex   = lowerHex + "ABCDEF"
)

// only reports whether s consists of characters of the set.
func only(s, set string) bool { return strings.Trim(s, set) == "" }

// isUUID reports whether s has the text form of RFC 9562 (section 4), in either
// case. The nil and the max UUID are no identifiers.
func isUUID(s string) bool {
	return len(s) == 36 && groups(s, anyHex, 8, 4, 4, 4, 12) && !only(s, "0-") && !only(s, "fF-")
}

// isUUIDv7 reports whether the UUID s is of version 7 (RFC 9562, section 5.7).
func isUUIDv7(s string) bool {
	return s[14] == '7' && strings.IndexByte("89abAB", s[19]) >= 0
}

// groups reports whether s is made of groups of that many characters of the
// set, joined by hyphens.
func groups(s, set string, sizes ...int) bool {
	parts := strings.Split(s, "-")
	if len(parts) != len(sizes) {
		return false
	}
	for i, part := range parts {
		if len(part) != sizes[i] || !only(part, set) {
			return false
		}
	}
	return true
}

// isEventType reports whether s is two or more dotted parts, each of a-z, 0-9
// and _, and starting with a letter.
func isEventType(s string) bool {
	parts := strings.Split(s, ".")
	for _, part := range parts {
		if part == "" || part[0] < 'a' || part[0] > 'z' || !only(part, "abcdefghijklmnopqrstuvwxyz0123456789_") {
			return false
		}
	}
	return len(parts) > 1
}

// parseTimestamp reads a time in timestampLayout that stands in the calendar.
func parseTimestamp(s string) (time.Time, error) {
	t, err := time.Parse(timestampLayout, s)
	if err != nil || t.Format(timestampLayout) != s { // Parse alone takes 1-digit hours and commas
		return time.Time{}, fmt.Errorf("%s is no UTC time with milliseconds such as %s", quote(s), exampleTime)
	}
	return t, nil
}

const exampleTime = "2026-03-01T09:30:00.125Z"

// isTraceparent follows W3C Trace Context (level 2, section 3.2): 55 characters
// in version 00; a later version may append more after a hyphen.
func isTraceparent(s string) bool {
	const size = 55
	if len(s) < size || len(s) > size && (s[:2] == "00" || s[size] != '-') {
		return false
	}
	head := s[:size]
	return groups(head, lowerHex, 2, 32, 16, 2) && head[:2] != "ff" &&
		!only(head[3:35], "0") && !only(head[36:52], "0")
}

// maxQuoted bounds the bytes of a value that a message repeats.
const maxQuoted = 80

func quote(s string) string {
	if len(s) > maxQuoted {
		return fmt.Sprintf("%q…", strings.ToValidUTF8(s[:maxQuoted], ""))
	}
	return fmt.Sprintf("%q", s)
}
