package pattern

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func compile(t testing.TB, source string) *Pattern {
	t.Helper()
	p, err := Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern string
		yes, no []string
	}{
		{`b`, []string{"b", "abc"}, []string{"", "a"}},
		{`^a$`, []string{"a"}, []string{"a\n", "ba"}},
		{``, []string{"", "x"}, nil},
		{`^.$`, []string{"a", "é", "\U0001F600"}, []string{"", "\n", "\r", "\u2028", "\u2029", "ab"}},
		{`^\d\D\w\W$`, []string{"0aa-", "9٣_é"}, []string{"٣aa-", "0aé-"}},
		{`^\s\S$`, []string{" a", "\u00a0a", "\ufeffa", "\va"}, []string{"aa", "\u200ba"}},
		{`\bfoo\b`, []string{"foo", "a foo b", "éfoo"}, []string{"foot", "_foo"}},
		{`^\Ba`, nil, []string{"a", "ba"}},
		{`a\Bb`, []string{"ab"}, []string{"a b"}},
		{`^[^a-c]$`, []string{"d", "\n"}, []string{"a", "b"}},
		{`^[]$`, nil, []string{"", "a"}},
		{`^[^]$`, []string{"a", "\n"}, []string{""}},
		{`^[\d-z]$`, []string{"5", "-", "z"}, []string{"a"}},
		{`^[a\-z]$`, []string{"a", "-", "z"}, []string{"b"}},
		{`^[\b]$`, []string{"\b"}, []string{"b"}},
		{`^\cJ\x41\u0042\u{43}\uD83D\uDE00\0$`, []string{"\nABC\U0001F600\x00"}, nil},
		{`^\p{Lu}\p{Letter}\p{Script=Greek}\P{L}$`, []string{"Aéα1"}, []string{"aéα1", "Aaa1"}},
		{`^a{2}b{1,}c{0,1}$`, []string{"aab", "aabbc"}, []string{"ab", "aa", "aabcc"}},
		{`^x{,2}$`, []string{"x{,2}"}, []string{"x"}},
		{`^{id}]$`, []string{"{id}]"}, nil},
		{`^(?<year>\d{4})-(?:\d\d)(-\d\d)?$`, []string{"2026-11", "2026-11-30"}, []string{"26-11"}},
		{`^(a|b|)*c$`, []string{"c", "abbac"}, []string{"d"}},
		{`(a*)*$`, []string{"", "b"}, nil},
		{`^\/\-\_\.\$$`, []string{"/-_.$"}, nil},
		{`^(^)*a(?:$)+$`, []string{"a"}, []string{"b"}},
		{`^(?!foo)\w+$`, []string{"bar", "fo"}, []string{"foo", "foobar", ""}},
		{`^(?=.*\d)(?=.*[a-z]).{2,4}$`, []string{"a1", "1b2c"}, []string{"aa", "11", "a1b2c"}},
		{`^(?!(?!ab)a)`, []string{"ab", "b", ""}, []string{"a", "ac"}},
		{`^(?:(?!a)\w|bc)$`, []string{"b", "bc"}, []string{"a"}},
		{`^(?!a)b$|^(?=c)..$`, []string{"b", "cd"}, []string{"a", "c"}},
		{`^(?=a|b)(?!ab)`, []string{"a", "ba"}, []string{"ab", "c"}},
		{`a(?=b)`, []string{"ab", "cab"}, []string{"a", "ba"}},
		{`^a(?!b|$)`, []string{"ac", "aa"}, []string{"a", "ab"}},
		{`(?!a)b(?!c)`, []string{"b", "bcb"}, []string{"a", "bc"}},
		{`^((?!message|severity).)*$`, []string{"", "rules", "messag"}, []string{"message", "my severity", "a\nb"}},
		{`^((?!a*).)*$`, []string{""}, []string{"a", "b"}},
		{`^((?!a).)*b$`, []string{"b", "ccb"}, []string{"", "ab", "bc"}},
		{`^(b(?!a).)*$`, []string{"", "bb", "bcbb"}, []string{"ba", "bbba", "b"}},
		{`^(a(?=(b)*c)|b|c(?!c\b))*$`, []string{"", "abc", "acb", "ccb"}, []string{"ab", "aac", "cc"}},
		{`\w+(?=\b(?!-)).`, []string{"a "}, []string{"a-", "ab"}},
	} {
		p := compile(t, test.pattern)
		for _, s := range test.yes {
			if !p.Match(s) {
				t.Errorf("%s does not match %q", test.pattern, s)
			}
		}
		for _, s := range test.no {
			if p.Match(s) {
				t.Errorf("%s matches %q", test.pattern, s)
			}
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for source, construct := range map[string]string{
		`(?<=a)b`: "look-behind", `(?<!a)b`: "look-behind", `(a)\1`: "back-reference", `(?<x>a)\k<x>`: "back-reference",
		`(?i)a`: "inline flag", `(?i:a)`: "inline flag", `\p{Emoji}`: `\p{Emoji}`, `(a{999}){999}`: "repetition", `^.{0,100000}$`: "repetition",
	} {
		_, err := Compile(source)
		var unsupported *Unsupported
		if !errors.As(err, &unsupported) || !strings.Contains(unsupported.Construct, construct) || !strings.Contains(err.Error(), "is not supported") {
			t.Errorf("%s: got %v", source, err)
		}
	}
	for source, want := range map[string]string{
		`(a`: "missing )", `a)`: "unmatched )", `[a`: "missing ]", `*a`: "nothing to repeat", `a**`: "nothing to repeat", `^*`: "nothing to repeat",
		`{2}`: "nothing to repeat", `a{2,1}`: "out of order", `[b-a]`: "out of order", `\`: "trailing backslash", `\A`: `invalid escape \A`, `\u12`: `invalid escape \u`,
		`\u{110000}`: "invalid escape", `\u{}`: "invalid escape", `\x1`: "hexadecimal", `\c1`: `\c`, `\pL`: `\p`, `\p{L`: `\p`, `(?<1>a)`: "group name", `(?P<x>a)`: "invalid group",
		strings.Repeat("(", 300): "nested deeper", strings.Repeat("a", MaxLength+1): "over the limit",
	} {
		_, err := Compile(source)
		var unsupported *Unsupported
		if err == nil || errors.As(err, &unsupported) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", clip(source), err, want)
		}
	}
}

func patterns(t testing.TB, sources ...string) []*Pattern {
	var ps []*Pattern
	for _, source := range sources {
		ps = append(ps, compile(t, source))
	}
	return ps
}

func TestShortest(t *testing.T) {
	list := strings.Fields
	for _, test := range []struct {
		name           string
		all, none      []string
		min, max       int
		except, prefer []string
		want           string
		answer         Answer
	}{
		{name: "anything", max: -1, want: "", answer: Found},
		{name: "three", min: 3, max: 3, want: "aaa", answer: Found},
		{name: "none that long", min: 3, max: 2, answer: Empty},
		{name: "not empty", max: -1, except: []string{""}, want: "a", answer: Found},
		{name: "digits", all: list(`^[0-9]+$`), max: -1, want: "0", answer: Found},
		{name: "a date", all: list(`^\d{4}-\d{2}-\d{2}$`), max: -1, want: "0000-00-00", answer: Found},
		{name: "both", all: list(`^a.*b$ c`), max: -1, want: "acb", answer: Found},
		{name: "disjoint", all: list(`^a ^b`), max: -1, answer: Empty},
		{name: "the same twice", all: list(`a`), none: list(`a`), max: -1, answer: Empty},
		{name: "a subset", all: list(`^a+$`), none: list(`^a*$`), max: -1, answer: Empty},
		{name: "a proper superset", all: list(`^a*$`), none: list(`^a+$`), max: -1, want: "", answer: Found},
		{name: "the line feed", all: nil, none: list(`^.*$`), max: -1, want: "\n", answer: Found},
		{name: "the line feed in a string", all: list(`^[^]+$`), none: list(`.`), max: -1, want: "\n", answer: Found},
		{name: "too long", all: list(`^a{5,}$`), max: 4, answer: Empty},
		{name: "everything excluded", all: list(`^[ab]$`), max: -1, except: list("a b"), answer: Empty},
		{name: "some excluded", all: list(`^[a-c]{1,2}$`), max: -1, except: list("a b c aa"), want: "ab", answer: Found},
		{name: "preferred", all: list(`^[a-z]+$`), min: 2, max: -1, prefer: list("a B2 order paid"), want: "order", answer: Found},
		{name: "preferred but excluded", all: list(`^[a-z]+$`), max: -1, prefer: list("a"), except: list("a"), want: "b", answer: Found},
		{name: "look-ahead", all: list(`^(?!a)[ab]$`), max: -1, want: "b", answer: Found},
		{name: "look-ahead of all", all: list(`^(?!a)[a]$`), max: -1, answer: Empty},
		{name: "word boundary", all: list(`a\b.+`), max: -1, want: "a-", answer: Found},
		{name: "narrowed", all: list(`^[A-Z]{2}$`), none: list(`^A ^B`), max: -1, want: "CA", answer: Found},
		{name: "long", min: 5000, max: -1, want: strings.Repeat("a", 5000), answer: Found},
		{name: "unicode", all: list(`^\p{Script=Greek}$`), none: list(`\p{Ll}`), max: -1, want: "Ͱ", answer: Found},
	} {
		q := Query{All: patterns(t, test.all...), None: patterns(t, test.none...), MinLen: test.min, MaxLen: test.max, Except: test.except, Prefer: test.prefer}
		if test.name == "the same twice" {
			q.None = q.All
		}
		got, answer := Shortest(q)
		if got != test.want || answer != test.answer {
			t.Errorf("%s: got %q, %v", test.name, got, answer)
		}
		if answer == Found && !q.Matches(got) {
			t.Errorf("%s: %q does not answer the query", test.name, got)
		}
	}
}

func TestShortestKeepsToBudget(t *testing.T) {
	steps := 1000
	q := Query{All: patterns(t, `a.{18}$`, `b.{17}$`, `c.{16}$`), None: patterns(t, `a.{19}$`), MaxLen: -1, MinLen: 60, Steps: &steps}
	if _, answer := Shortest(q); answer != OverBudget {
		t.Errorf("got %v with a short budget", answer)
	}
	q.Steps = nil
	start := time.Now()
	Shortest(q)
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v on the default budget", took)
	}
}

func TestMatchIsLinear(t *testing.T) {
	p := compile(t, `^(a+)+(a|a)*(.*.*)*$`)
	start := time.Now()
	p.Match(strings.Repeat("a", 100_000) + "\n")
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzCompile(f *testing.F) {
	for _, seed := range []string{`^(?!a)[^\d-z]{1,3}\u{1F600}(b|c)*$`, `\p{L}{2,}\b`, `(?=`, `[]^]`, `a{1`, `\ud83d\ude00`} {
		f.Add(seed, "ab")
	}
	f.Fuzz(func(t *testing.T, source, s string) {
		p, err := Compile(source)
		if err != nil {
			return
		}
		p.Match(s)
		steps := 2000
		q := Query{All: []*Pattern{p}, MaxLen: 20, Except: []string{s}, Steps: &steps}
		if got, answer := Shortest(q); answer == Found && !q.Matches(got) {
			t.Fatalf("%q: Shortest finds %q, which does not match", source, got)
		} else if answer == Empty && q.Matches("a") {
			t.Fatalf("%q: Shortest finds nothing, and a matches", source)
		}
	})
}

// Where every choice leaves another look-ahead unsettled there is no answer
// rather than a wrong one, and soon.
func TestThreadsAreBounded(t *testing.T) {
	many := strings.Builder{}
	for i := range 40 {
		fmt.Fprintf(&many, "(?:(?=.*%c.{9}x)|y?)", 'A'+i)
	}
	p := compile(t, "^"+many.String()+"z.*$")
	start := time.Now()
	if got, answer := Shortest(Query{All: []*Pattern{p}, MaxLen: -1}); answer == Empty || answer == Found && !p.Match(got) {
		t.Errorf("got %q, %v", got, answer)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}

// A text is matched in one pass, however many look-aheads meet in it.
func TestLookAheadsAreLinear(t *testing.T) {
	p := compile(t, "^((?=.*x$)(?!.*y.*y)(?=(?:.(?!z))*$).)*$")
	text := strings.Repeat("a", 100_000) + "x"
	start := time.Now()
	if !p.Match(text) || p.Match(text+"a") {
		t.Error("the verdict is wrong")
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}
