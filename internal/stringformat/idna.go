package stringformat

import (
	"strings"
	"unicode"

	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// isULabel follows RFC 5891, section 4.2.
func isULabel(s string) bool {
	runes := []rune(s)
	if s == "" || !norm.NFC.IsNormalString(s) || strings.HasPrefix(s, "-") || strings.HasSuffix(s, "-") ||
		len(runes) > 3 && runes[2] == '-' && runes[3] == '-' || unicode.IsMark(runes[0]) ||
		isRightToLeft(s) && !bidirule.ValidString(s) {
		return false
	}
	for i, r := range runes {
		if !isAllowed(runes, i, r) {
			return false
		}
	}
	return true
}

// isRightToLeft reports whether a label makes the name that it stands in a
// bidirectional one, RFC 5893, section 1.4.
func isRightToLeft(label string) bool { return bidirule.DirectionString(label) != bidi.LeftToRight }

// isAllowed decides by the derived property of RFC 5892, and by its rules of
// appendix A for those code points that a context must allow.
func isAllowed(in []rune, i int, r rune) bool {
	switch {
	case r < 0x80:
		return isDigit(byte(r)) || 'a' <= r && r <= 'z' || r == '-'
	case strings.ContainsRune("ßς۽۾་〇", r):
		return true
	case strings.ContainsRune("ـߺ〮〯〱〲〳〴〵〻", r):
		return false
	}
	if allowed, special := inContext(in, i, r); special {
		return allowed
	}
	return unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd) &&
		!isOldJamo(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !isVariationSelector(r) &&
		norm.NFKC.String(string(r)) == string(r) && !foldsAway(r)
}

func isOldJamo(r rune) bool {
	return 0x1100 <= r && r <= 0x11FF || 0xA960 <= r && r <= 0xA97C || 0xD7B0 <= r && r <= 0xD7FB
}

func isVariationSelector(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

// foldsAway reports the lower-case letters that case folding replaces.
func foldsAway(r rune) bool { return 0xAB70 <= r && r <= 0xABBF || 0x1C80 <= r && r <= 0x1C88 }

// inContext applies the rules of RFC 5892, appendix A.
func inContext(in []rune, i int, r rune) (allowed, special bool) {
	before, after := rune(-1), rune(-1)
	if i > 0 {
		before = in[i-1]
	}
	if i+1 < len(in) {
		after = in[i+1]
	}
	switch {
	case r == 0x200C:
		return isVirama(before) || joins(in, i), true
	case r == 0x200D:
		return isVirama(before), true
	case r == 0xB7:
		return before == 'l' && after == 'l', true
	case r == 0x375:
		return unicode.Is(unicode.Greek, after), true
	case r == 0x5F3 || r == 0x5F4:
		return unicode.Is(unicode.Hebrew, before), true
	case r == 0x30FB:
		return contains(in, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) }), true
	case isArabicDigit(r):
		return !contains(in, isExtendedArabicDigit), true
	case isExtendedArabicDigit(r):
		return !contains(in, isArabicDigit), true
	}
	return false, false
}

func isArabicDigit(r rune) bool { return 0x660 <= r && r <= 0x669 }

func isExtendedArabicDigit(r rune) bool { return 0x6F0 <= r && r <= 0x6F9 }

func contains(in []rune, is func(rune) bool) bool {
	for _, r := range in {
		if is(r) {
			return true
		}
	}
	return false
}

// isVirama asks for the canonical combining class 9.
func isVirama(r rune) bool {
	return r >= 0 && norm.NFC.PropertiesString(string(r)).CCC() == 9
}

// rightJoining are the Arabic letters that join to no letter after them.
var rightJoining = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x622, Hi: 0x625, Stride: 1}, {Lo: 0x627, Hi: 0x629, Stride: 2}, {Lo: 0x62F, Hi: 0x632, Stride: 1}, {Lo: 0x648, Hi: 0x648, Stride: 1},
	{Lo: 0x671, Hi: 0x673, Stride: 1}, {Lo: 0x675, Hi: 0x677, Stride: 1}, {Lo: 0x688, Hi: 0x699, Stride: 1}, {Lo: 0x6C0, Hi: 0x6C0, Stride: 1},
	{Lo: 0x6C3, Hi: 0x6CB, Stride: 1}, {Lo: 0x6CD, Hi: 0x6CF, Stride: 2}, {Lo: 0x6D2, Hi: 0x6D3, Stride: 1}, {Lo: 0x6D5, Hi: 0x6D5, Stride: 1}, {Lo: 0x6EE, Hi: 0x6EF, Stride: 1},
}}

// joins reports whether letters that join stand on both sides, but for marks.
// Package unicode knows no joining types: Arabic and Syriac letters count.
func joins(in []rune, i int) bool {
	left, right := i-1, i+1
	for left >= 0 && unicode.Is(unicode.Mn, in[left]) {
		left--
	}
	for right < len(in) && unicode.Is(unicode.Mn, in[right]) {
		right++
	}
	return left >= 0 && right < len(in) && isJoining(in[left]) && isJoining(in[right]) && !unicode.Is(rightJoining, in[left])
}

func isJoining(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac) && unicode.IsLetter(r) && r != 0x621
}
