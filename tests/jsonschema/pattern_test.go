package jsonschema_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
	"pgregory.net/rapid"

	"github.com/evctl/evctl/compat/jsonschema/pattern"
)

// letters are the code points of the generated patterns and strings.
var letters = []rune{'a', 'b', '1', '_', '-', ' ', '\n', 'é'}

// expressions are ECMA-262 patterns that Go's regexp and regexp2 read alike.
func expressions(depth int) *rapid.Generator[string] {
	atoms := []string{"a", "b", "1", "_", "-", `\n`, "[ab]", "[^a]", "[a-c1]", `[\d_]`, `[^\w]`, `\d`, `\w`, `\W`, "é", `\x61`, "^", "$", `\b`, `\B`, ""}
	if depth == 0 {
		return rapid.SampledFrom(atoms)
	}
	return rapid.Custom(func(t *rapid.T) string {
		inner := expressions(depth - 1)
		switch rapid.IntRange(0, 5).Draw(t, "shape") {
		case 0:
			return inner.Draw(t, "left") + inner.Draw(t, "right")
		case 1:
			return "(?:" + inner.Draw(t, "left") + "|" + inner.Draw(t, "right") + ")"
		case 2:
			return "(" + inner.Draw(t, "group") + ")" + rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{1,2}", "{0,1}", "{1,}", "*?"}).Draw(t, "quantifier")
		case 3:
			return "^" + inner.Draw(t, "inner") + "$"
		}
		return rapid.SampledFrom(atoms).Draw(t, "atom")
	})
}

// lookAheads are expressions with look-aheads anywhere, in one another and below
// repetitions, too.
func lookAheads(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		plain := expressions(1)
		if depth == 0 {
			return plain.Draw(t, "plain")
		}
		inner := rapid.OneOf(lookAheads(depth-1), plain)
		look := func() string {
			return rapid.SampledFrom([]string{"(?=", "(?!"}).Draw(t, "sign") + inner.Draw(t, "look") + ")"
		}
		switch rapid.IntRange(0, 4).Draw(t, "shape") {
		case 0:
			return "^" + look() + look() + "(?:" + inner.Draw(t, "rest") + ")"
		case 1:
			return "(?:" + inner.Draw(t, "before") + ")" + look() + "(?:" + inner.Draw(t, "behind") + ")"
		case 2:
			return "(?:" + look() + rapid.SampledFrom([]string{"a", "[ab1]", `\w`}).Draw(t, "step") + ")" + rapid.SampledFrom([]string{"*", "+", "{2}", "{0,2}"}).Draw(t, "quantifier") + "$"
		case 3:
			return "^(?:" + look() + inner.Draw(t, "left") + "|" + inner.Draw(t, "right") + look() + ")$"
		}
		return inner.Draw(t, "first") + look()
	})
}

func texts(of []rune) *rapid.Generator[string] {
	return rapid.StringOfN(rapid.SampledFrom(of), 0, 6, -1)
}

func compilePattern(t *rapid.T, source string) *pattern.Pattern {
	p, err := pattern.Compile(source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return p
}

func TestPatternAgreesWithGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source, s := expressions(3).Draw(t, "pattern"), texts(letters).Draw(t, "text")
		if got, want := compilePattern(t, source).Match(s), regexp.MustCompile(source).MatchString(s); got != want {
			t.Fatalf("%s of %q: %v, Go says %v", source, s, got, want)
		}
	})
}

// backtracking is the same pattern in a backtracking engine.
func backtracking(t *rapid.T, source string) *regexp2.Regexp {
	re, err := regexp2.Compile(source, regexp2.ECMAScript|regexp2.Unicode)
	if err != nil {
		t.Fatalf("regexp2: %s: %v", source, err)
	}
	re.MatchTimeout = time.Second
	return re
}

// Strings are ASCII here: regexp2 takes é for a word character at \b.
func TestPatternAgreesWithBacktracking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.OneOf(expressions(3), lookAheads(2)).Draw(t, "pattern")
		p, re := compilePattern(t, source), backtracking(t, source)
		for range 4 {
			s := texts(letters[:len(letters)-1]).Draw(t, "text")
			want, err := re.MatchString(s)
			if err != nil {
				t.Skip("regexp2 takes too long")
			}
			if got := p.Match(s); got != want {
				t.Fatalf("%s of %q: %v, regexp2 says %v", source, s, got, want)
			}
		}
	})
}

func queries() *rapid.Generator[pattern.Query] {
	sources := rapid.OneOf(expressions(2), lookAheads(2))
	return rapid.Custom(func(t *rapid.T) pattern.Query {
		var q pattern.Query
		for range rapid.IntRange(0, 2).Draw(t, "all") {
			q.All = append(q.All, compilePattern(t, sources.Draw(t, "yes")))
		}
		for range rapid.IntRange(0, 2).Draw(t, "none") {
			q.None = append(q.None, compilePattern(t, sources.Draw(t, "no")))
		}
		q.MinLen = rapid.IntRange(0, 2).Draw(t, "min")
		q.MaxLen = rapid.IntRange(-1, 4).Draw(t, "max")
		q.Except = rapid.SliceOfN(texts(letters), 0, 3).Draw(t, "except")
		return q
	})
}

// upTo returns all strings over the letters of at most n code points.
func upTo(n int) []string {
	all := []string{""}
	last := all
	for range n {
		var longer []string
		for _, s := range last {
			for _, r := range letters {
				longer = append(longer, s+string(r))
			}
		}
		all, last = append(all, longer...), longer
	}
	return all
}

// What Shortest finds answers the query, and no shorter string does; what it
// says is empty holds none of the short strings.
func TestShortestIsShortest(t *testing.T) {
	short := upTo(3)
	rapid.Check(t, func(t *rapid.T) {
		q := queries().Draw(t, "query")
		got, answer := pattern.Shortest(q)
		if answer == pattern.OverBudget {
			t.Skip("over budget")
		}
		if answer == pattern.Found && !q.Matches(got) {
			t.Fatalf("%q does not answer the query", got)
		}
		for _, s := range short {
			if answer == pattern.Found && utf8.RuneCountInString(s) >= utf8.RuneCountInString(got) {
				break
			}
			if q.Matches(s) {
				t.Fatalf("Shortest says %q %v, but %q answers the query", got, answer, s)
			}
		}
	})
}

// A pattern and its complement share nothing, and leave nothing out.
func TestComplementIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := compilePattern(t, rapid.OneOf(expressions(2), lookAheads(2)).Draw(t, "pattern"))
		same := compilePattern(t, p.String())
		if s, answer := pattern.Shortest(pattern.Query{All: []*pattern.Pattern{p}, None: []*pattern.Pattern{same}, MaxLen: -1}); answer != pattern.Empty {
			t.Fatalf("%v without itself: %q, %v", p, s, answer)
		}
		_, in := pattern.Shortest(pattern.Query{All: []*pattern.Pattern{p}, MaxLen: -1})
		_, out := pattern.Shortest(pattern.Query{None: []*pattern.Pattern{p}, MaxLen: -1})
		if in == pattern.Empty && out == pattern.Empty {
			t.Fatalf("%v matches nothing and everything", p)
		}
	})
}

// ownSense are atoms that other engines read in senses of their own.
var ownSense = []string{
	".", `\s`, `\S`, `[\s-]`, `[^\S]`, `[\Sa]`, `[\D]`, `[^\W_]`, `\cJ`, `\u0061`, `\u{1F600}`, `\uD83D\uDE00`, `\p{L}`, `\P{Letter}`, `[\p{Lu}\d]`,
	"[^]", "[]", `\-`, `\/`, `[a\-z]`, `[\b]`, `\0`, `\v`, "{", "}", "]", "x{,2}", "[[]", `(?<n>a)`, "$", "^",
}

var oddLetters = []rune("ab1_-é\n\r\v\b \u00a0\u2028\u2029\ufeff\U0001F600[]{}/xA\x00")

// The validators, which have Go's regexp or regexp2 read a translation, agree
// with the automata about every pattern.
func TestPatternAgreesWithValidators(t *testing.T) {
	pieces := rapid.OneOf(rapid.SampledFrom(ownSense), expressions(1))
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(pieces, 1, 4).Draw(t, "pieces"), rapid.SampledFrom([]string{"", "|", "?"}).Draw(t, "between"))
		source = rapid.SampledFrom([]string{"", "^", "^(?!a)", "^(?=[^])", "^(?!.$)", "(?!b)", "a?(?=[^1])"}).Draw(t, "start") + "(?:" + source + ")" + rapid.SampledFrom([]string{"", "$"}).Draw(t, "end")
		p, err := pattern.Compile(source)
		if err != nil {
			t.Skip("a quantifier on an assertion")
		}
		for range 4 {
			s := rapid.StringOfN(rapid.SampledFrom(oddLetters), 0, 4, -1).Draw(t, "text")
			if got, want := p.Match(s), valid(t, map[string]any{"pattern": source}, draft2020, node(t, s)); got != want {
				t.Fatalf("%s of %q: %v, validators say %v", source, s, got, want)
			}
		}
	})
}

// FuzzPattern compares any pattern that all three read with both engines.
func FuzzPattern(f *testing.F) {
	f.Add(`^(?!a)[^\d-z]{1,3}(b|c)*$`, "b")
	f.Add(`(a|b?){2,}\B`, "ab")
	f.Fuzz(func(t *testing.T, source, s string) {
		if !utf8.ValidString(source) || !utf8.ValidString(s) || differs.MatchString(source) {
			return
		}
		p, err := pattern.Compile(source)
		if err != nil {
			var unsupported *pattern.Unsupported
			if errors.As(err, &unsupported) == strings.Contains(err.Error(), "at ") {
				t.Fatalf("%v is neither unsupported nor placed", err)
			}
			return
		}
		if re, err := regexp.Compile(source); err == nil && re.MatchString(s) != p.Match(s) {
			t.Fatalf("%q of %q: %v, Go says otherwise", source, s, p.Match(s))
		}
		re, err := regexp2.Compile(source, regexp2.ECMAScript|regexp2.Unicode)
		if err != nil {
			return
		}
		re.MatchTimeout = time.Second
		ascii := utf8.RuneCountInString(s) == len(s) // see TestPatternAgreesWithBacktracking
		if want, err := re.MatchString(s); ascii && err == nil && want != p.Match(s) {
			t.Fatalf("%q of %q: %v, regexp2 says otherwise", source, s, p.Match(s))
		}
	})
}

// differs finds what the engines read in senses of their own: white space, the
// dot, properties, the empty class, and brackets in brackets.
var differs = regexp.MustCompile(`\.|\\[sSpPuUcvx0-9QEkK]|\[\^?\]|\[[^\]]*\[|\(\?[^:=!]|[{}]`)
