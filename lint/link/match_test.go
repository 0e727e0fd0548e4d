package link

import (
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		text, pattern string
		bound         string
	}{
		{"Handle(context.Context,a.Event)(error)", "Handle(context.Context,‹0›)(error)", "a.Event"},
		{"Handle(map[string]a.Event,int)", "Handle(map[string]‹0›,int)", "a.Event"},
		{"Save(a.Box[b.T,int])", "Save(a.Box[‹0›,int])", "b.T"},
		{"Save(func(int)(error),[]string)", "Save(‹0›,[]string)", "func(int)(error)"},
		{"Handle(‹0›)", "Handle(a.Event)", ""},
		{"Both(a,a)", "Both(‹0›,‹0›)", "a"},
	} {
		bound := make([]string, 1)
		if !match(c.text, c.pattern, bound) || bound[0] != c.bound {
			t.Errorf("%s against %s: bound %q, want %q", c.text, c.pattern, bound, c.bound)
		}
	}
	for _, c := range [][2]string{
		{"Both(a,b)", "Both(‹0›,‹0›)"}, {"F(a)", "F(a,b)"}, {"F(a,b)", "F(‹0›)"}, {"F()", "F(‹0›)"}, {"F(a)", "G(a)"}, {"F(a)", "F(‹7›)"},
	} {
		if match(c[0], c[1], make([]string, 1)) {
			t.Errorf("%s must not fit %s", c[0], c[1])
		}
	}
}

func TestSubstitute(t *testing.T) {
	if got := substitute("a.Box[‹0›,map[‹1›]‹2›]", []string{"x", "y"}); got != "a.Box[x,map[y]‹2›]" {
		t.Errorf("got %s", got)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("F(a,b[c])", "F(‹0›,‹1›)")
	f.Fuzz(func(t *testing.T, text, pattern string) {
		match(text, pattern, make([]string, 2))
		if strings.Contains(substitute(text, []string{"x"}), "‹0›") {
			t.Errorf("%q keeps its parameter", text)
		}
	})
}
