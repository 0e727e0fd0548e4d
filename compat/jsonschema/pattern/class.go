package pattern

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// A set is a set of code points: sorted, disjoint, not adjacent ranges, both
// ends included. Surrogates are in none: no JSON string holds one.
type set []span

type span struct{ low, high rune }

const (
	surrogateMin = 0xD800
	surrogateMax = 0xDFFF
)

// The classes of ECMA-262. White space is WhiteSpace and LineTerminator.
var (
	anything    = set{{0, surrogateMin - 1}, {surrogateMax + 1, unicode.MaxRune}}
	noLineBreak = set{{0, '\t'}, {'\v', '\f'}, {0x0E, 0x2027}, {0x202A, surrogateMin - 1}, {surrogateMax + 1, unicode.MaxRune}}
	digits      = set{{'0', '9'}}
	wordChars   = set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	whiteSpace  = set{{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}}
)

// union joins sets whose ranges may overlap, and leaves surrogates out.
func union(sets ...set) set {
	all := slices.Concat(sets...)
	slices.SortFunc(all, func(a, b span) int { return int(a.low) - int(b.low) })
	var joined set
	for _, s := range all {
		if n := len(joined); n > 0 && s.low <= joined[n-1].high+1 {
			joined[n-1].high = max(joined[n-1].high, s.high)
		} else {
			joined = append(joined, s)
		}
	}
	return joined.withoutSurrogates()
}

func (s set) withoutSurrogates() set {
	var kept set
	for _, r := range s {
		if r.low < surrogateMin {
			kept = append(kept, span{r.low, min(r.high, surrogateMin-1)})
		}
		if r.high > surrogateMax {
			kept = append(kept, span{max(r.low, surrogateMax+1), r.high})
		}
	}
	return kept
}

func (s set) complement() set {
	var rest set
	next := rune(0)
	for _, r := range s {
		if r.low > next {
			rest = append(rest, span{next, r.low - 1})
		}
		next = r.high + 1
	}
	if next <= unicode.MaxRune {
		rest = append(rest, span{next, unicode.MaxRune})
	}
	return rest.withoutSurrogates()
}

func (s set) has(r rune) bool {
	_, ok := slices.BinarySearchFunc(s, r, func(x span, r rune) int {
		switch {
		case x.high < r:
			return -1
		case x.low > r:
			return 1
		}
		return 0
	})
	return ok
}

// fromTable reads a table of package unicode.
func fromTable(t *unicode.RangeTable) set {
	var s set
	add := func(low, high, stride rune) {
		if stride == 1 {
			s = append(s, span{low, high})
			return
		}
		for r := low; r <= high; r += stride {
			s = append(s, span{r, r})
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return union(s)
}

func isWord(r rune) bool {
	return r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
