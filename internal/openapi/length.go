package openapi

import "regexp/syntax"

// Unbounded is the longest length of a parameter that nothing bounds.
const Unbounded = int(^uint(0) >> 1)

// Lengths returns the shortest and the longest value that the schema accepts,
// in characters, as far as minLength, maxLength and a pattern from ^ to $ say.
// A pattern that Go's syntax does not know bounds nothing.
func (p Parameter) Lengths() (shortest, longest int) {
	longest = Unbounded
	if least, most, ok := patternLengths(p.Pattern); ok {
		shortest, longest = least, most
	}
	if p.MinLength != nil {
		shortest = max(shortest, *p.MinLength)
	}
	if p.MaxLength != nil {
		longest = min(longest, *p.MaxLength)
	}
	return shortest, longest
}

// maxPattern bounds a pattern that is looked at, in bytes.
const maxPattern = 1000

func patternLengths(pattern string) (least, most int, ok bool) {
	if len(pattern) > maxPattern {
		return 0, 0, false
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || tree.Op != syntax.OpConcat || len(tree.Sub) < 2 ||
		tree.Sub[0].Op != syntax.OpBeginText || tree.Sub[len(tree.Sub)-1].Op != syntax.OpEndText {
		return 0, 0, false
	}
	least, most = lengths(tree)
	return least, most, true
}

// lengths follows the nesting of the expression, which the parser bounds.
func lengths(e *syntax.Regexp) (least, most int) {
	switch e.Op {
	case syntax.OpLiteral:
		return len(e.Rune), len(e.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		return lengths(e.Sub[0])
	case syntax.OpConcat:
		for _, sub := range e.Sub {
			l, m := lengths(sub)
			least, most = plus(least, l), plus(most, m)
		}
	case syntax.OpAlternate:
		least = Unbounded
		for _, sub := range e.Sub {
			l, m := lengths(sub)
			least, most = min(least, l), max(most, m)
		}
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		low, high := repeats(e)
		l, m := lengths(e.Sub[0])
		return times(l, low), times(m, high)
	}
	return least, most
}

// repeats returns how often a part may stand; Unbounded for any number.
func repeats(e *syntax.Regexp) (low, high int) {
	switch e.Op {
	case syntax.OpStar:
		return 0, Unbounded
	case syntax.OpPlus:
		return 1, Unbounded
	case syntax.OpQuest:
		return 0, 1
	}
	if e.Max < 0 {
		return e.Min, Unbounded
	}
	return e.Min, e.Max
}

func plus(a, b int) int {
	if a > Unbounded-b {
		return Unbounded
	}
	return a + b
}

func times(n, often int) int {
	if n != 0 && often > Unbounded/n {
		return Unbounded
	}
	return n * often
}
