package program

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"testing"
)

// match runs the automaton over a text without anything but printable ASCII.
func (d *dfa) matchAll(s string) bool {
	state := uint16(first * d.width)
	for i := range len(s) {
		state = d.next[state+uint16(d.class[s[i]])]
	}
	return d.accept[state>>d.shift]
}

func automatonOf(t *testing.T, expression string) *dfa {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return newDFA(tree)
}

func TestDFAAgreesWithRegexp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, expression := range []string{
		"", "a", "^a", "a$", "^a$", "^$", "ab|b", `\ba`, `a\b`, `\Ba`, "^(a|b)*$", "^a{2,4}$", "(a|ab)(c|bcd)", "a.b", "[^a]", "^[^a]+$",
		`^[a-c][a-c0-1]*(\.[a-c]+)+$`, "a*", "^(?:a|b)?c{0,3}$", "(?i)aB", `^\w+-\d$`, "a^", "$a", `(^|-)a`, `a(-|$)`, `^a|b$`, "é", `[^é]`, `\pL`, ".*.*=.*",
	} {
		d, re := automatonOf(t, expression), regexp.MustCompile(expression)
		if d == nil {
			t.Errorf("%s is too large", expression)
			continue
		}
		for range 3000 {
			text := make([]byte, r.IntN(8))
			for i := range text {
				text[i] = "aabbcd01-.=A"[r.IntN(12)]
			}
			if got, want := d.matchAll(string(text)), re.Match(text); got != want {
				t.Fatalf("%s of %q: got %v", expression, text, got)
			}
		}
	}
}

func TestLargePatternsAreLeftToRegexp(t *testing.T) {
	for _, expression := range []string{"(a|b)*a(a|b){14}", "^(a{0,100}b{0,100}){9}$"} {
		if d := automatonOf(t, expression); d != nil {
			t.Errorf("%s has %d states", expression, len(d.accept))
		}
	}
}
