package stringformat

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Parameters of RFC 3492, section 5.
const (
	base        = 36
	thresholdLo = 1
	thresholdHi = 26
	skew        = 38
	damp        = 700
	initialBias = 72
	initialRune = 0x80
)

// decode reads Punycode in lower case, RFC 3492, section 6.2.
func decode(s string) ([]rune, bool) {
	var out []rune
	if i := strings.LastIndexByte(s, '-'); i >= 0 {
		out, s = []rune(s[:i]), s[i+1:]
	}
	n, at, bias := initialRune, 0, initialBias
	for s != "" {
		before, weight := at, 1
		for k := base; ; k += base {
			if s == "" {
				return nil, false
			}
			digit := digitOf(s[0])
			s = s[1:]
			if at += digit * weight; digit < 0 || at > 1<<31 {
				return nil, false
			}
			t := threshold(k, bias)
			if digit < t {
				break
			}
			weight *= base - t
			if weight > 1<<31 {
				return nil, false
			}
		}
		bias = adapt(at-before, len(out)+1, before == 0)
		n += at / (len(out) + 1)
		at %= len(out) + 1
		if n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return nil, false
		}
		out = slices.Insert(out, at, rune(n))
		at++
	}
	return out, true
}

// encode writes Punycode, RFC 3492, section 6.3.
func encode(in []rune) string {
	var out strings.Builder
	for _, r := range in {
		if r < initialRune {
			out.WriteRune(r)
		}
	}
	plain := out.Len()
	if plain > 0 {
		out.WriteByte('-')
	}
	n, delta, bias := rune(initialRune), 0, initialBias
	for done := plain; done < len(in); n++ {
		next := rune(utf8.MaxRune)
		for _, r := range in {
			if r >= n {
				next = min(next, r)
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range in {
			if r < n {
				delta++
			}
			if r == n {
				writeDelta(&out, delta, bias)
				bias = adapt(delta, done+1, done == plain)
				delta = 0
				done++
			}
		}
		delta++
	}
	return out.String()
}

func writeDelta(out *strings.Builder, delta, bias int) {
	for k := base; ; k += base {
		t := threshold(k, bias)
		if delta < t {
			out.WriteByte(digitName(delta))
			return
		}
		out.WriteByte(digitName(t + (delta-t)%(base-t)))
		delta = (delta - t) / (base - t)
	}
}

func threshold(k, bias int) int { return min(max(k-bias, thresholdLo), thresholdHi) }

func adapt(delta, count int, first bool) int {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / count
	k := 0
	for ; delta > (base-thresholdLo)*thresholdHi/2; k += base {
		delta /= base - thresholdLo
	}
	return k + (base-thresholdLo+1)*delta/(delta+skew)
}

func digitName(d int) byte { return "abcdefghijklmnopqrstuvwxyz0123456789"[d] }

// digitOf returns -1 for what is no digit.
func digitOf(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case isDigit(c):
		return int(c-'0') + 26
	}
	return -1
}
