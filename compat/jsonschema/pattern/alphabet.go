package pattern

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// An alphabet stands for all code points: one letter for each class of those
// that no program and no excluded constant tells apart, the most readable one
// of its class. Readable letters come first.
type alphabet struct {
	letters []rune
}

func (a *alphabet) size() int { return len(a.letters) }

// partition makes the alphabet of the programs and constants.
func partition(programs []*program, constants []string) *alphabet {
	sets := distinctSets(programs)
	cuts := cutsOf(sets, programs, constants)
	classes := map[string]rune{}
	for i, low := range cuts[:len(cuts)-1] {
		high := cuts[i+1] - 1
		if low >= surrogateMin && high <= surrogateMax {
			continue
		}
		key := signature(sets, low, constants)
		best := readable(low, high)
		if known, ok := classes[key]; !ok || rank(best) < rank(known) {
			classes[key] = best
		}
	}
	a := &alphabet{}
	for _, letter := range classes {
		a.letters = append(a.letters, letter)
	}
	slices.SortFunc(a.letters, func(x, y rune) int { return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(x, y)) })
	return a
}

func distinctSets(programs []*program) []set {
	var sets []set
	seen := map[string]bool{}
	add := func(s set) {
		var key strings.Builder
		for _, r := range s {
			key.WriteRune(r.low)
			key.WriteRune(r.high)
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			sets = append(sets, s)
		}
	}
	for _, p := range programs {
		if p.words {
			add(wordChars)
		}
		for _, i := range p.code {
			if i.op == opOne {
				add(i.set)
			}
		}
	}
	return sets
}

// cutsOf lists the code points at which some set begins or has just ended.
func cutsOf(sets []set, programs []*program, constants []string) []rune {
	cuts := []rune{0, surrogateMin, surrogateMax + 1, unicode.MaxRune + 1}
	for _, s := range sets {
		for _, r := range s {
			cuts = append(cuts, r.low, r.high+1)
		}
	}
	for _, constant := range constants {
		for _, r := range constant {
			cuts = append(cuts, r, r+1)
		}
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// signature tells which sets hold r; a code point of a constant is a class of
// its own.
func signature(sets []set, r rune, constants []string) string {
	key := make([]byte, len(sets)/8+1)
	for i, s := range sets {
		if s.has(r) {
			key[i/8] |= 1 << (i % 8)
		}
	}
	for _, constant := range constants {
		if strings.ContainsRune(constant, r) {
			return string(key) + string(r)
		}
	}
	return string(key)
}

// favourites are the letters that read best, in order.
const favourites = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:@ +,;=!?#%&*()[]{}<>|~^$'`\"\\"

// readable returns the most readable code point of a range.
func readable(low, high rune) rune {
	best := low
	for _, r := range favourites {
		if low <= r && r <= high {
			return r
		}
	}
	for r := low; r <= min(high, low+64); r++ {
		if unicode.IsPrint(r) {
			return r
		}
	}
	return best
}

func rank(r rune) int {
	if i := strings.IndexRune(favourites, r); i >= 0 {
		return i
	}
	if unicode.IsPrint(r) {
		return len(favourites)
	}
	return len(favourites) + 1
}
