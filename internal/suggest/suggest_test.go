package suggest

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"rules", "rule", "registry", "mode", "url"}
	for name, want := range map[string]string{
		"rulez": "rules", "reigstry": "registry", "mdoe": "mode", "modes": "mode",
		"uri": "url", "policy": "", "": "", "x": "", "registries": "registry", "rules": "rule",
	} {
		if got, _ := Nearest(name, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestHint(t *testing.T) {
	if got, want := Hint("mdoe", []string{"mode"}), `: did you mean "mode"?`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Hint("policy", []string{"mode"}); got != "" {
		t.Errorf("got %q, want none", got)
	}
}
